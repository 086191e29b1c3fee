const FIRST_MS = 100
const LONGEST_MS = 2000
/** An attempt that has held for this long does not count as a failure. */
const STEADY_MS = 10_000
/** Spreads the attempts of several instances, so that they do not come back in step. */
const SPREAD = 0.2

/** The pauses before attempts: the longer, the more attempts have failed, or have succeeded only for a moment. */
export class Pauses {
  private nextMs = FIRST_MS

  /** Returns the next pause, given the time for which the last attempt held, 0 if it failed. */
  after(heldMs: number): number {
    const pauseMs = heldMs >= STEADY_MS ? FIRST_MS : this.nextMs
    this.nextMs = Math.min(pauseMs * 2, LONGEST_MS)
    return pauseMs * (1 - SPREAD * Math.random())
  }
}
