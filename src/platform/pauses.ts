/** An attempt that has held for this long did not fail. */
const STEADY_MS = 10_000

/** The pauses before attempts that end: the longer, the more of them have ended soon. */
export class Pauses {
  private nextMs: number

  /** From the second on, each is twice as long as the one before it, up to `longestMs`. */
  constructor(private readonly bounds: { readonly firstMs: number; readonly secondMs: number; readonly longestMs: number }) {
    this.nextMs = bounds.firstMs
  }

  /** Returns the next pause, given the time for which the last attempt held; 0 if it failed. */
  after(heldMs: number): number {
    const { firstMs, secondMs, longestMs } = this.bounds
    const pauseMs = heldMs >= STEADY_MS ? firstMs : this.nextMs
    this.nextMs = Math.min(Math.max(pauseMs * 2, secondMs), longestMs)
    return pauseMs
  }
}
