/** Set by .ci/run for its run with every lab program, which also draws the most samples. */
export const IN_FULL = process.env.DOORSTEP_LAB === 'required'

/**
 * Returns the number of samples that a test draws: those that find a fault with near certainty, or all that are affordable before a merge.
 */
export function samples(usually: number, inFull: number): number {
  return IN_FULL ? inFull : usually
}
