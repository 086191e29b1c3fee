const TICK_MS = 5

/** A watch of the longest delay of the event loop, which says how busy this machine is. */
export class LoopWatch implements Disposable {
  private worstMs = 0
  private last = performance.now()
  private readonly timer = setInterval(() => {
    this.worstMs = this.lateMs
    this.last = performance.now()
  }, TICK_MS)

  get lateMs(): number {
    // The tick that is late now also counts.
    return Math.max(this.worstMs, performance.now() - this.last - TICK_MS)
  }

  [Symbol.dispose](): void {
    clearInterval(this.timer)
  }
}
