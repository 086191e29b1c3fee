import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/server.ts'

test('the compiler refuses every line of tool.types.ts that is marked, and nothing else in the house', () => {
  expect(readFileSync(join(ROOT, 'test', 'src', 'tool.types.ts'), 'utf8').match(/@ts-expect-error/g)?.length).toBeGreaterThan(12)
  const { exitCode, stdout } = Bun.spawnSync(
    [process.execPath, join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit'],
    { cwd: ROOT },
  )
  expect([exitCode, stdout.toString()]).toEqual([0, ''])
}, 60_000)
