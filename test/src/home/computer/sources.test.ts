import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machineSources } from '../../../../src/home/computer/sources.ts'
import { ROOT } from '../../../support/server.ts'
import { sharedFolder } from '../../../support/shared.ts'

const folder = sharedFolder('sources')
const sources = machineSources()

describe('files', () => {
  test('without an end are read in part', () => expect(sources.read('/dev/zero')).toHaveLength(4 << 20))
})

describe('commands', () => {
  test('are never taken from the working folder, and by root from the folders of the system alone', async () => {
    const own = join(folder, 'own')
    mkdirSync(own)
    for (const name of ['doorstep-own', 'ls']) writeFileSync(join(own, name), '#!/bin/sh\necho own\n', { mode: 0o755 })
    const script = `process.chdir(${JSON.stringify(own)})
      const { machineSources } = await import(${JSON.stringify(join(ROOT, 'src/home/computer/sources.ts'))})
      const { run, isRoot } = machineSources()
      console.log(JSON.stringify([isRoot, await run('doorstep-own', []), (await run('ls', ['-d', '/']))]))`
    const said = async (path: string) => {
      const child = Bun.spawn([process.execPath, '-e', script], { env: { ...process.env, PATH: path }, stdout: 'pipe' })
      return JSON.parse(await child.stdout.text())
    }
    for (const path of [':/bin', '.:/bin', '/bin:', '', 'own:/bin', '../own'])
      expect([path, ...(await said(path))]).toEqual([path, expect.any(Boolean), null, '/\n'])
    const isRoot = process.getuid?.() === 0
    expect(await said(`${own}:/bin`)).toEqual([isRoot, isRoot ? null : 'own\n', isRoot ? '/\n' : 'own\n'])
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
