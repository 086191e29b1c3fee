// The command line of the compiled file, alone in an empty folder.

import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { toolFiles } from '../../src/operations/registry/discover.ts'
import { EXECUTABLE } from '../support/executable.ts'
import { sampled, sampleTest } from '../support/lab.ts'
import { spawnLine } from '../support/process/command-line.ts'
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

  test('it asks another doorstep', async () => {
    await using server = await startServer({ command: [copy], cwd, args: ['--allow-targets', '127.0.0.0/8'] })
    expect(await doorstep(['ip', '--server', server.url])).toEqual({ code: 0, out: '127.0.0.1\n', err: '' })
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
