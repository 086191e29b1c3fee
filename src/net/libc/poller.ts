import { isReady, POLLFD_BYTES, writePollfd } from './layout.ts'

/** A young probe is checked every millisecond, an older one after a twentieth of its age: the delay stays small in proportion. */
const SHORTEST_TICK_MS = 1
const LONGEST_TICK_MS = 5
const TICKS_PER_AGE = 20

/** The most that are handled in one pass, so that a burst that ends at once does not keep others waiting. */
const PER_TICK = 64

export interface Watch {
  readonly descriptor: number
  /** The events that poll() is to wait for. */
  readonly events: number
  /** By performance.now(). */
  readonly deadlineMs: number
  /** Handles an event, and the end of the time; neither may block. */
  ready(nowMs: number): void
  expire(): void
  /** Reports that `ready` has thrown. */
  fail(error: unknown): void
}

/**
 * Watches all sockets at once, with one poll() that does not wait. The runtime's own loop can only watch sockets that it
 * created, and a poll() that waits would block everything else.
 */
export class Poller {
  private readonly watches = new Set<Watch>()
  /** One pollfd for each of `polled`; null if they have to be written again. */
  private entries = Buffer.alloc(PER_TICK * POLLFD_BYTES)
  private polled: readonly Watch[] | null = null
  private timer: ReturnType<typeof setTimeout> | null = null
  private dueMs = 0
  private youngestMs = 0

  constructor(private readonly poll: (entries: Buffer, count: number) => number) {}

  /** Watches until the returned function is called, which must happen before the socket is closed. */
  watch(watch: Watch): () => void {
    this.watches.add(watch)
    this.polled = null
    this.youngestMs = performance.now()
    // A series of new watches must not put off the next check for ever.
    if (!this.timer || this.dueMs > this.youngestMs + SHORTEST_TICK_MS) this.schedule(this.youngestMs, SHORTEST_TICK_MS)
    return () => {
      this.watches.delete(watch)
      this.polled = null
      if (this.watches.size === 0) this.stop()
    }
  }

  private readonly tick = () => {
    const polled = this.polled ?? this.writeEntries()
    const readyCount = this.poll(this.entries, polled.length)
    const nowMs = performance.now()
    let leftThisTick = PER_TICK
    for (const [index, watch] of polled.entries()) {
      if (leftThisTick === 0) break
      const isOver = nowMs >= watch.deadlineMs
      const hasNews = readyCount > 0 && isReady(this.entries, index)
      try {
        if (hasNews) watch.ready(nowMs)
      } catch (error) {
        // An error in one probe does not affect the others.
        watch.fail(error)
      }
      // Deadlines come last: an answer that arrived in time counts, even if there was no time to look.
      if (isOver) watch.expire()
      if (hasNews || isOver) leftThisTick--
    }
    if (this.watches.size === 0) return
    const age = leftThisTick === 0 ? 0 : nowMs - this.youngestMs
    this.schedule(nowMs, Math.min(Math.max(age / TICKS_PER_AGE, SHORTEST_TICK_MS), LONGEST_TICK_MS))
  }

  private writeEntries(): readonly Watch[] {
    const polled = [...this.watches]
    const bytes = polled.length * POLLFD_BYTES
    if (bytes > this.entries.length) this.entries = Buffer.alloc(2 * bytes)
    polled.forEach(({ descriptor, events }, index) => {
      writePollfd(this.entries, index, descriptor, events)
    })
    this.polled = polled
    return polled
  }

  private schedule(nowMs: number, milliseconds: number): void {
    this.stop()
    this.dueMs = nowMs + milliseconds
    this.timer = setTimeout(this.tick, milliseconds)
  }

  private stop(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }
}
