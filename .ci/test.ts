/**
 * Runs the tests: those that every machine passes alike, with --lab those that need more of it, or those that the arguments name.
 * usage: npm test -- [--changed[=REF]] [FILE ...] [options of bun test]; npm run test:lab -- [FILE ...] [options of bun test]
 * `--changed` runs those that a change touches: of the working tree, and of the branch since it left REF (origin/main, otherwise main).
 * With files, tests of the lab in them run as far as this machine has what they need.
 */
import { join } from 'node:path'
import { changeSince, selectTests, testFiles, testsThatReach } from './changed.ts'
import { missingPackages } from './lab-programs.mjs'
import { runTests } from './test-run.ts'

const ROOT = join(import.meta.dirname, '..')
const CHANGED = /^--changed(?:=(.+))?$/
const MISUSE = 2
/** Declares the tests of the lab. */
const LAB_SUPPORT = 'test/support/lab.ts'
const PLAIN_TEST = /^\s*(?:test|sampleTest)\b/m
const LAB_MARK = '(^| )lab: '

const args = process.argv.slice(2)
const isLab = args.includes('--lab')
const flag = args.map((arg) => CHANGED.exec(arg)).find((match) => match !== null)
const rest = args.filter((arg) => arg !== '--lab' && !CHANGED.test(arg))
const named = rest.filter((arg) => arg.startsWith('test/') || arg.startsWith('./test/'))
const options = rest.filter((arg) => !named.includes(arg))

if (flag) {
  const files = changedTests(flag[1] ?? null)
  const code = await runTests(ROOT, files, options, { lab: 'without' })
  const lab = files.filter((file) => file.startsWith('test/lab/'))
  if (lab.length > 0) console.error(`doorstep: of the lab: npm run test:lab -- ${lab.join(' ')}`)
  process.exit(code)
}
if (isLab) {
  const files = named.length > 0 ? named : testsThatReach(ROOT, [LAB_SUPPORT])
  const code = await runTests(ROOT, files, ['-t', LAB_MARK, ...options], { lab: process.env.DOORSTEP_LAB ?? 'only', minutes: 10 })
  tellMissing()
  process.exit(code)
}
if (rest.length > 0) process.exit(await runTests(ROOT, named, options))
const plain = testFiles(ROOT).filter((file) => PLAIN_TEST.test(file.text))
const code = await runTests(
  ROOT,
  plain.map(({ file }) => file),
  [],
  { lab: 'without', minutes: 2 },
)
console.error('doorstep: npm run test:lab tries the rest: namespaces, real servers, browsers, hostile peers, all samples')
tellMissing()
process.exit(code)

function tellMissing(): void {
  const packages = missingPackages()
  if (packages.length > 0) console.error(`doorstep: for all of the lab, on Debian as root: apt install ${packages.join(' ')}`)
}

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
    return tests.map(({ file }) => file)
  } catch (error) {
    console.error(`doorstep: ${error instanceof Error ? error.message : error}`)
    process.exit(MISUSE)
  }
}
