// The command line of the compiled file, alone in an empty folder.

import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { toolFiles } from '../../src/registry/discover.ts'
import { EXECUTABLE } from '../support/executable.ts'
import { sampled, sampleTest } from '../support/lab.ts'
import { spawnLine, startResolver } from '../support/process/command-line.ts'
import { startServer } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const folder = sharedFolder('line')
const copy = join(folder, 'doorstep')
const cwd = join(folder, 'empty')
beforeAll(() => {
  mkdirSync(cwd)
  copyFileSync(EXECUTABLE, copy)
  chmodSync(copy, 0o755)
})

const doorstep = (args: string[], env: Record<string, string> = {}) => spawnLine(args, { command: [copy], cwd, env })

describe('from an empty folder', () => {
  test('tools that need no network answer people and scripts, in both languages', async () => {
    const korean = await doorstep(['ip-lookup', '168.126.63.1'], { LANG: 'ko_KR.UTF-8' })
    expect(korean).toMatchObject({ code: 0, err: '' })
    expect(korean.out).toContain('국가:                대한민국\n')
    const plan = await doorstep(['port-forward-plan', '--use-case', 'minecraft', '--ports', '25565/tcp', '--json'])
    expect(plan).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(plan.out).service.id).toBe('minecraft-java')
    expect(await doorstep(['ip-lookup', '10.0.0.1'])).toMatchObject({ code: 2, out: '' })
  })

  sampleTest('every tool has its help, its place in the list and in the completion', async () => {
    const listed: { name: string }[] = JSON.parse((await doorstep(['tools', '--json'])).out).tools
    expect(listed.map(({ name }) => name).toSorted()).toEqual(toolFiles())
    const completed = (await doorstep(['complete', ''])).out.split('\n').map((line) => line.split('\t')[0])
    for (const name of toolFiles()) expect(completed).toContain(name)
    for (const name of sampled(4, toolFiles())) {
      const { code, out } = await doorstep([name, '--help'])
      expect([code, out.includes(`doorstep ${name}`)]).toEqual([0, true])
    }
  })

  test('a check asks the resolvers of the settings, and says by its exit status what it found', async () => {
    await using names = await startResolver()
    const env = { DOORSTEP_RESOLVERS: names.resolvers }
    expect(await doorstep(['dns-lookup', 'www.example.com'], env)).toMatchObject({ code: 0, err: '' })
    expect(await doorstep(['dns-lookup', 'www.example.invalid'], env)).toMatchObject({ code: 1, err: '' })
    expect(names.seen.length).toBeGreaterThan(1)
  })

  test('it asks another doorstep', async () => {
    await using server = await startServer({ command: [copy], cwd, args: ['--allow-targets', '127.0.0.0/8'] })
    expect(await doorstep(['ip', '--server', server.url])).toEqual({ code: 0, out: '127.0.0.1\n', err: '' })
    expect(await doorstep(['port-check', `${server.port}`, '--server', server.url])).toMatchObject({ code: 0, err: '' })
    expect(await doorstep(['port-check', '1', '--server', server.url])).toMatchObject({ code: 1, err: '' })
  })

  test('doctor, data, man and completion print, and nothing is written', async () => {
    for (const line of [['doctor'], ['data'], ['man'], ['completion', 'bash'], ['--help']]) {
      const { code, out, err } = await doorstep(line)
      expect([code, err, out.length > 100]).toEqual([0, '', true])
    }
    expect(readdirSync(cwd)).toEqual([])
  })
})
