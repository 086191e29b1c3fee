/**
 * Prints the tests that a bare machine could break, one a line: those that know of programs of the system, and those of the compiled file. To
 * all others every run is a bare machine (test/support/programs.ts).
 */
import { join } from 'node:path'
import { selectTests } from './changed.ts'

const ROOT = join(import.meta.dirname, '..')
const KNOWING = ['test/support/lab.ts', 'test/support/programs.ts', 'test/support/executable.ts']

const tests = selectTests(ROOT, KNOWING).filter(({ why }) => why.startsWith('imports'))
console.log(tests.map(({ file }) => `./${file}`).join('\n'))
