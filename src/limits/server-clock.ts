/**
 * The clock of a server, as far as its answers tell: it showed its time at some moment between question and answer. Every answer
 * narrows that down; one that contradicts the others says that a clock was set, and is believed alone.
 */
export class ServerClock {
  /** By how much it is ahead of ours, at least and at most. */
  private least = Number.NEGATIVE_INFINITY
  private most = Number.POSITIVE_INFINITY

  /** All times in milliseconds, those of sending and receiving by our clock. */
  learn(serverMs: number, sentMs: number, receivedMs: number): void {
    const [least, most] = [serverMs - receivedMs, serverMs - sentMs]
    const isAgreed = least <= this.most && most >= this.least
    this.least = isAgreed ? Math.max(this.least, least) : least
    this.most = isAgreed ? Math.min(this.most, most) : most
  }

  /** What it shows at a moment of our clock, at least: it gets there no later than we do. */
  at(ourMs: number): number {
    return ourMs + this.least
  }

  /** The inverse of `at`, so that what goes there and comes back has not changed. */
  ours(serverMs: number): number {
    return serverMs - this.least
  }
}
