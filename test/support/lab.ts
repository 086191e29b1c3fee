import { test } from 'bun:test'
import { declareInFile, declareInTest, isOnMachine } from './programs.ts'

export { programPath } from './programs.ts'

/** The part of the tests that runs: `npm test` leaves the lab out, `npm run test:lab` runs nothing else; unset for files that somebody names. */
const PART = process.env.DOORSTEP_LAB
/** Whether this run draws the most samples, before a merge. */
export const IN_FULL = PART === 'only' || PART === 'required'
/** The beginning of the names of the lab's tests; `.ci/test.ts` chooses by it. */
const MARK = 'lab: '
/** The time after which a test hangs, however slow the machine is: what must end sooner is measured beside a control. */
const HANG_MS = 1_800_000

interface Needs {
  /** Every program of the system that it runs, itself or through a shell or another program: it finds no others. */
  readonly programs?: readonly string[]
  readonly root?: boolean
}

/** Returns whether tests of the lab have a program, for the hooks of their file. */
export const hasProgram = (program: string): boolean => PART !== 'without' && isOnMachine(program)

/**
 * Declares a test of the lab: it needs programs of the system, namespaces, root, minutes, or a machine whose time is its own. Where something
 * is missing it is skipped with a message, or fails if `.ci/run` requires all.
 */
export function labTest(name: string, needs: Needs, run: () => Promise<void> | void) {
  if (PART === 'without') return
  const { programs = [], root = false } = needs
  declareInFile(programs)
  const missing = programs.filter((program) => !isOnMachine(program))
  if (root && process.getuid?.() !== 0) missing.push('root')
  const runDeclared = () => {
    declareInTest(programs)
    return run()
  }
  if (missing.length === 0) return test(MARK + name, runDeclared, HANG_MS)
  if (PART === 'required')
    return test(MARK + name, () => {
      throw new Error(`needs ${missing.join(', ')}`)
    })
  console.warn(`SKIPPED, ${missing.join(', ')} missing: ${name}`)
  return test.skip(MARK + name, run)
}

/** Declares a test that draws samples: some in `npm test`, so many that they find a fault with near certainty, and all of them in the lab. */
export function sampleTest(name: string, run: () => Promise<void> | void, timeoutMs?: number) {
  return IN_FULL ? test(MARK + name, run, HANG_MS) : test(name, run, timeoutMs)
}

/** Returns the number of samples that a `sampleTest` draws. */
export const samples = (usually: number, inFull: number): number => (IN_FULL ? inFull : usually)

/** Returns the rows of a table that `npm test` tries, spread over it; in the lab, all of them. */
export function sampled<Row>(usually: number, rows: readonly Row[]): Row[] {
  const step = IN_FULL ? 1 : Math.max(1, rows.length / usually)
  return rows.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

/** Returns the name of a test that runs on rows that were `sampled`. */
export const sampleName = (name: string): string => (IN_FULL ? MARK + name : name)
