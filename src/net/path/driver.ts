import { onAbort } from '../../platform/deadline.ts'
import type { Bounds, Shortage } from '../budget.ts'
import { nextSlot } from '../pace.ts'
import type { NoProber, OpenProber, ProbeContext, ProbeListener, ProbeReply, Prober } from './prober.ts'

export interface Probe {
  readonly sequence: number
  /** The number of routers it may pass; the usual number if null. */
  readonly hops: number | null
}

export interface Progress<Item> {
  /** The items that have been settled since the last call. */
  readonly settled: readonly Item[]
  /** The time at which the next probe is due or a wait is over; null if nothing more is awaited. */
  readonly dueMs: number | null
}

/** The state of the probes of one check, which decides what to do next: no timers, no sockets. Times are those of `performance.now`. */
export interface ProbeState<Item> {
  start(nowMs: number): void
  /** The most urgent probe that is due; null if there is none. */
  nextProbe(nowMs: number): Probe | null
  /** Records that a probe was sent, or could not be sent from here for this reason. */
  sent(probe: Probe, failure: string | null, nowMs: number): void
  /** Records an answer. False if it was not awaited and changes nothing. */
  answered(answer: ProbeReply): boolean
  settle(nowMs: number): Progress<Item>
}

interface DriverOptions<Item> {
  readonly bounds: Bounds
  /** Called for each item as soon as it is settled. */
  readonly report: (found: Item) => void
}

/**
 * Sends the probes of a state when they are due, and passes it what comes back, until it is done or the signal fires. Returns null, or why
 * there was nothing to send them with.
 */
export async function drive<Item>(
  state: ProbeState<Item>,
  context: ProbeContext,
  open: OpenProber,
  options: DriverOptions<Item>,
): Promise<NoProber | null> {
  const { signal } = options.bounds
  const driver = new Driver(state, context.peer.address.text, options)
  const prober = open(context, driver)
  if ('reason' in prober) return prober
  const release = onAbort(signal, driver.end)
  try {
    if (!signal.aborted) driver.start(prober)
    await driver.ended
    return null
  } finally {
    release()
    driver.close()
    prober[Symbol.dispose]()
  }
}

/** The timer of one check, and its turn in the sending order. */
class Driver<Item> implements ProbeListener {
  private readonly promised = Promise.withResolvers<void>()
  /** Settles when nothing more is awaited, or when the check is ended early. */
  readonly ended = this.promised.promise
  readonly end = this.promised.resolve
  readonly onFault = this.promised.reject
  private prober: Prober | null = null
  private hasEnded = false
  private isSending = false
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Fires when the check ends: nothing is waited for any more. */
  private readonly over = new AbortController()
  /** The time that was spent waiting until the target may get more, and since when it is being spent; the state knows none of it. */
  private waitedMs = 0
  private waitsSinceMs: number | null = null

  constructor(
    private readonly state: ProbeState<Item>,
    private readonly address: string,
    private readonly options: DriverOptions<Item>,
  ) {}

  start(prober: Prober): void {
    this.prober = prober
    this.state.start(this.nowMs)
    this.step()
  }

  onAnswer(answer: ProbeReply): void {
    if (!this.hasEnded && this.state.answered(answer)) this.step()
  }

  close(): void {
    this.hasEnded = true
    this.over.abort(null)
    clearTimeout(this.timer)
  }

  /** Reports what is settled, sends what is due, and runs again when the next thing is. */
  private step(): void {
    clearTimeout(this.timer)
    const { nowMs } = this
    const { settled, dueMs } = this.state.settle(nowMs)
    for (const found of settled) this.options.report(found)
    if (dueMs === null) this.end()
    else if (this.isSending) return
    else if (this.prober && this.nextProbe()) this.send(this.prober).catch(this.onFault)
    else if (dueMs < Number.POSITIVE_INFINITY) this.timer = setTimeout(this.stepLater, Math.max(1, dueMs - nowMs))
  }

  private readonly stepLater = () => {
    try {
      this.step()
    } catch (error) {
      this.onFault(error)
    }
  }

  private async send(prober: Prober): Promise<void> {
    this.isSending = true
    while (this.nextProbe()) {
      await nextSlot()
      const shortage = await this.allowance()
      // An answer may have come while others had their turn.
      const probe = this.nextProbe()
      if (probe) this.state.sent(probe, shortage ?? prober.send(probe.sequence, probe.hops), this.nowMs)
    }
    this.isSending = false
    if (!this.hasEnded) this.step()
  }

  /** Waits until the target may get one more probe: null, or why it may not. */
  private async allowance(): Promise<Shortage | null> {
    this.waitsSinceMs = performance.now()
    const shortage = await this.options.bounds.budget.spendProbe(this.address, this.over.signal)
    this.waitedMs += performance.now() - this.waitsSinceMs
    this.waitsSinceMs = null
    return shortage
  }

  private nextProbe(): Probe | null {
    return this.hasEnded ? null : this.state.nextProbe(this.nowMs)
  }

  private get nowMs(): number {
    return (this.waitsSinceMs ?? performance.now()) - this.waitedMs
  }
}
