import { test } from 'bun:test'
import { declareInFile, declareInTest, isOnMachine } from './programs.ts'

export { programPath } from './programs.ts'

/** Set by .ci/run: there a missing program is a failure. */
const REQUIRED = process.env.DOORSTEP_LAB === 'required'

export interface Needs {
  /** Every program of the system that it runs, itself or through a shell or another program: it finds no others. */
  readonly programs?: readonly string[]
  readonly root?: boolean
}

/**
 * Declares a test that needs programs of the system, or root. Where one is missing it is skipped with a message, or fails if the lab is
 * required.
 */
export function labTest(name: string, needs: Needs, run: () => Promise<void> | void, timeoutMs = 120_000) {
  const { programs = [], root = false } = needs
  declareInFile(programs)
  const missing = programs.filter((program) => !isOnMachine(program))
  if (root && process.getuid?.() !== 0) missing.push('root')
  const runDeclared = () => {
    declareInTest(programs)
    return run()
  }
  if (missing.length === 0) return test(name, runDeclared, timeoutMs)
  if (REQUIRED) {
    return test(name, () => {
      throw new Error(`needs ${missing.join(', ')}`)
    })
  }
  console.warn(`SKIPPED, ${missing.join(', ')} missing: ${name}`)
  return test.skip(name, run)
}
