/**
 * Runs the tests: all of them, or those that its arguments name, which go to `bun test`.
 * usage: npm test -- [--changed[=REF]] [FILE ...] [options of bun test]
 * `--changed` runs those that a change touches: of the working tree, and of the branch since it left REF (origin/main, otherwise main).
 */
import { join } from 'node:path'
import { changeSince, selectTests } from './changed.ts'
import { handOver } from './hand-over.ts'

const ROOT = join(import.meta.dirname, '..')
const FLAG = /^--changed(?:=(.+))?$/
const MISUSE = 2

const args = process.argv.slice(2)
const flag = args.map((arg) => FLAG.exec(arg)).find((match) => match !== null)
const files = flag ? changedTests(flag[1] ?? null) : []
const rest = args.filter((arg) => !FLAG.test(arg))
process.exit(await handOver([process.execPath, 'test', '--parallel=4', '--timeout', '120000', ...rest, ...files]))

/** Returns the test files, and prints why each runs. Ends if there are none. */
function changedTests(ref: string | null): string[] {
  try {
    const { since, files: changed } = changeSince(ROOT, ref)
    const tests = selectTests(ROOT, changed)
    if (tests.length === 0) {
      console.error(`doorstep: nothing has changed since ${since}, so no test runs`)
      process.exit(0)
    }
    const lines = tests.map(({ file, why }) => `  ${file}: ${why}`)
    console.error(`doorstep: ${changed.length} changed files since ${since} touch these tests:\n${lines.join('\n')}`)
    console.error('doorstep: tests that only start the program are not among them; npm test runs all')
    return tests.map(({ file }) => `./${file}`)
  } catch (error) {
    console.error(`doorstep: ${error instanceof Error ? error.message : error}`)
    process.exit(MISUSE)
  }
}
