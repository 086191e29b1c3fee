import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandPath, machineSources } from '../../../../src/home/computer/sources.ts'
import { ROOT } from '../../../support/server.ts'
import { sharedFolder } from '../../../support/shared.ts'

const folder = sharedFolder('sources')
const sources = machineSources()

describe('files', () => {
  test('without an end are read in part', () => expect(sources.read('/dev/zero')).toHaveLength(4 << 20))
})

describe('commands', () => {
  const SYSTEM = '/usr/local/sbin:/usr/sbin:/sbin'
  test.each([
    ['linux', false, ':/bin:.:own:../own:/bin/..', `/bin:/bin/..:${SYSTEM}`],
    ['darwin', false, '', SYSTEM],
    ['linux', true, '/home/own:/bin', '/usr/sbin:/usr/bin:/sbin:/bin'],
    ['win32', false, 'C:\\Windows;.;;own;..\\own;C:;D:\\own bin', 'C:\\Windows;D:\\own bin'],
  ] as const)('on %s, as root: %p, are looked for by absolute folders alone: %p', (platform, isRoot, path, folders) => {
    expect(commandPath(path, { platform, isRoot })).toBe(folders)
  })

  test('are not started from the working folder', async () => {
    for (const name of ['doorstep-own', 'ls']) writeFileSync(join(folder, name), '#!/bin/sh\necho own\n', { mode: 0o755 })
    const script = `process.chdir(${JSON.stringify(folder)})
      const { machineSources } = await import(${JSON.stringify(join(ROOT, 'src/home/computer/sources.ts'))})
      const { run } = machineSources()
      console.log(JSON.stringify([await run('doorstep-own', []), (await run('ls', ['-d', '/']))]))`
    const child = Bun.spawn([process.execPath, '-e', script], { env: { ...process.env, PATH: '.::/bin' }, stdout: 'pipe' })
    expect(JSON.parse(await child.stdout.text())).toEqual([null, '/\n'])
  })

  test('do not hang and do not flood', async () => {
    const started = performance.now()
    expect(await sources.run('sleep', ['60'], 100)).toBeNull()
    expect(await sources.run('sh', ['-c', 'sleep 5 & sleep 5'], 100)).toBeNull()
    expect(await sources.run('sh', ['-c', 'sleep 5 & echo text'])).toBeNull()
    expect(await sources.run('sh', ['-c', 'cat'], 1000)).toBe('')
    expect(await sources.run('cat', ['/dev/zero'])).toBeNull()
    expect(performance.now() - started).toBeLessThan(4000)
  })
})
