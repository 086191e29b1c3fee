/** A worker that has lived this long did not fail at the start. */
const SETTLED_MS = 10_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** The pauses before an ended worker is replaced: none at first, then twice as long each time if none lives long. */
export class Pauses {
  private failures = 0

  after(livedMs: number): number {
    if (livedMs >= SETTLED_MS) this.failures = 0
    const pauseMs = this.failures === 0 ? 0 : FIRST_PAUSE_MS * 2 ** (this.failures - 1)
    this.failures++
    return Math.min(pauseMs, LONGEST_PAUSE_MS)
  }
}
