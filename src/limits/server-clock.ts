/**
 * The clock of a server, as far as its answers tell: it showed its time at some moment between question and answer. Every answer narrows
 * that down; one that contradicts the others means that a clock was set, and replaces them.
 */
export class ServerClock {
  /** The least and the most by which it is ahead of ours. */
  private least = Number.NEGATIVE_INFINITY
  private most = Number.POSITIVE_INFINITY

  /** Learns from an answer. All times are in milliseconds, those of sending and receiving by our clock. */
  learn(serverMs: number, sentMs: number, receivedMs: number): void {
    const [least, most] = [serverMs - receivedMs, serverMs - sentMs]
    const isAgreed = least <= this.most && most >= this.least
    this.least = isAgreed ? Math.max(this.least, least) : least
    this.most = isAgreed ? Math.min(this.most, most) : most
  }

  /** Returns the least that it shows at a moment of our clock: it gets there no later than we do. */
  at(ourMs: number): number {
    return ourMs + this.least
  }

  /** Returns the inverse of `at`, so that a time converted there and back has not changed. */
  ours(serverMs: number): number {
    return serverMs - this.least
  }
}
