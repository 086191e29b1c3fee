const FIRST_MS = 100
const LONGEST_MS = 2000
/** What has held for so long does not count as a failure of the last attempt. */
const STEADY_MS = 10_000
/** Several instances do not come back in step. */
const SPREAD = 0.2

/** How long to pause before each attempt: the longer, the more have failed, or have succeeded only for a moment. */
export class Pauses {
  private nextMs = FIRST_MS

  /** How long the last attempt has held, 0 if it failed. */
  after(heldMs: number): number {
    const pauseMs = heldMs >= STEADY_MS ? FIRST_MS : this.nextMs
    this.nextMs = Math.min(pauseMs * 2, LONGEST_MS)
    return pauseMs * (1 - SPREAD * Math.random())
  }
}
