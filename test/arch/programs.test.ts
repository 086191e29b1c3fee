// A test finds only the programs that it declares, however it starts them. `date` and `expr` are on every machine.
import { beforeAll, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { labTest, programPath } from '../support/lab.ts'

const NOT_FOUND = 127
const UNDECLARED = /expr is not among the programs that this test declares/

const startedBy: Record<string, (program: string) => number | null> = {
  'a shell': (program) => Bun.spawnSync(['sh', '-c', `${program} --version`], { stderr: 'ignore' }).exitCode,
  'a shell that was given lines': (program) => Bun.spawnSync(['sh'], { stdin: Buffer.from(`${program} --version\n`) }).exitCode,
  'another program': (program) => Bun.spawnSync(['env', program, '--version']).exitCode,
  'a shell with an environment of its own': (program) =>
    Bun.spawnSync({ cmd: ['sh', '-c', `${program} --version`], env: { PATH: `/nowhere:${process.env.PATH}` } }).exitCode,
}
const named = { programs: ['date'] }

let foundByHook: (string | null)[]
beforeAll(() => {
  foundByHook = ['date', 'expr'].map(programPath)
})

for (const [how, start] of Object.entries(startedBy))
  labTest(`by ${how}`, named, () => expect(['date', 'expr'].map(start)).toEqual([0, NOT_FOUND]))

labTest('by its name or by its path', named, () => {
  expect(Bun.spawnSync(['date']).exitCode).toBe(0)
  expect(() => Bun.spawnSync(['expr', '1'])).toThrow(UNDECLARED)
  expect(() => Bun.spawn(['expr', '1'])).toThrow(UNDECLARED)
  for (const folder of ['/bin', '/usr/bin']) expect(() => Bun.spawn(['env', `${folder}/expr`, '1'])).toThrow(UNDECLARED)
  expect(spawnSync('expr', ['1']).error?.message).toMatch(UNDECLARED)
})

labTest('hooks find what the tests of their file declare', named, () => {
  expect(foundByHook).toEqual([programPath('date') ?? 'no date', null])
})

test('other tests find none', () => {
  expect(programPath('date')).toBeNull()
  expect(startedBy['a shell']?.('date')).toBe(NOT_FOUND)
})
