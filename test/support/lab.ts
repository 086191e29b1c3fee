import { test } from 'bun:test'

/** Set by .ci/run: there a missing program is a failure. */
const REQUIRED = process.env.DOORSTEP_LAB === 'required'

/** Where a program of the system is; servers stand where a user's PATH does not look. */
export function programPath(name: string): string | null {
  return Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin:/sbin` })
}

/** A test that needs programs of the system, or root. Where one is missing it is skipped aloud, or fails if the lab is required. */
export function labTest(
  name: string,
  needs: { programs?: string[]; root?: boolean },
  run: () => Promise<void> | void,
  timeoutMs = 60_000,
) {
  const missing = (needs.programs ?? []).filter((program) => programPath(program) === null)
  if (needs.root && process.getuid?.() !== 0) missing.push('root')
  if (missing.length === 0) return test(name, run, timeoutMs)
  if (REQUIRED) {
    return test(name, () => {
      throw new Error(`needs ${missing.join(', ')}`)
    })
  }
  console.warn(`SKIPPED, ${missing.join(', ')} missing: ${name}`)
  return test.skip(name, run)
}
