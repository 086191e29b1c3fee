/** The time that waiting takes: deadlines, pauses, and how long something has taken. */

/** The time of one deadline. It can be held only inside another one: the outermost is when somebody expects an answer. */
class Clock {
  private timer: ReturnType<typeof setTimeout> | undefined
  private startedMs = 0
  private holds = 0

  constructor(
    private leftMs: number,
    private readonly end: () => void,
    private readonly outer: Clock | null,
  ) {
    this.start()
  }

  hold(): void {
    if (this.outer === null) return
    this.outer.hold()
    if (this.holds++ > 0) return
    clearTimeout(this.timer)
    this.leftMs -= performance.now() - this.startedMs
  }

  release(): void {
    if (this.outer === null) return
    this.outer.release()
    if (--this.holds === 0) this.start()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.leftMs = Number.POSITIVE_INFINITY
  }

  left(): number {
    const ownMs = this.holds > 0 ? this.leftMs : this.leftMs - (performance.now() - this.startedMs)
    return Math.min(ownMs, this.outer?.left() ?? Number.POSITIVE_INFINITY)
  }

  private start(): void {
    this.startedMs = performance.now()
    if (this.leftMs < Number.POSITIVE_INFINITY) this.timer = setTimeout(this.end, this.leftMs)
  }
}

const CLOCKS = new WeakMap<AbortSignal, Clock>()

/**
 * Runs something under a deadline. Its signal fires when the time is up, when the parent's signal fires, and when the run has ended, so
 * that nothing it started outlives it. The run decides what it returns when it is cut short.
 */
export async function withDeadline<Result>(
  milliseconds: number,
  parent: AbortSignal,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const abort = () => controller.abort(ENDED)
  const clock = new Clock(milliseconds, abort, CLOCKS.get(parent) ?? null)
  CLOCKS.set(controller.signal, clock)
  parent.addEventListener('abort', abort, { once: true })
  if (parent.aborted) abort()
  try {
    return await run(controller.signal)
  } finally {
    clock.stop()
    parent.removeEventListener('abort', abort)
    abort()
  }
}

/** Returns the milliseconds until the signal of a deadline fires, as things stand; infinite for any other signal. */
export function timeLeft(signal: AbortSignal): number {
  return CLOCKS.get(signal)?.left() ?? Number.POSITIVE_INFINITY
}

/** Waits for something of this server's own: meanwhile the deadlines of what it asks others stand still, but for the outermost. */
export async function offTheClock<Result>(signal: AbortSignal, waiting: Promise<Result>): Promise<Result> {
  const clock = CLOCKS.get(signal)
  clock?.hold()
  try {
    return await waiting
  } finally {
    clock?.release()
  }
}

/** Without a reason, every abort creates an error with a stack. */
const ENDED = 'ended'

/** Waits; ends early when the signal fires. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const release = onAbort(signal, resolve)
  return promise.finally(() => {
    clearTimeout(timer)
    release()
  })
}

/** Calls back when the signal fires, or at once if it already has. The returned function removes the listener. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) callback()
  else signal.addEventListener('abort', callback, { once: true })
  return () => signal.removeEventListener('abort', callback)
}

const MICROSECONDS_PER_MS = 1000

/** Rounds to the microsecond, the precision of our clocks. */
export function rounded(milliseconds: number): number {
  return Math.round(milliseconds * MICROSECONDS_PER_MS) / MICROSECONDS_PER_MS
}

/** Returns the milliseconds since `start`, a value of `performance.now()`. */
export function since(start: number): number {
  return rounded(performance.now() - start)
}

/** A signal that never fires, for what is not waited for, or ends before anybody could give it up. */
export const NEVER: AbortSignal = new AbortController().signal

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
