import { onAbort } from '../../platform/deadline.ts'
import type { Address } from '../../policy/address.ts'
import { type Bounds, BUDGET_EXCEEDED } from '../budget.ts'
import { HOP_LIMIT_EXCEEDED } from '../libc/icmp.ts'
import { nextSlot } from '../pace.ts'
import { hopOf, type TracedHop } from './hop.ts'
import { type Asked, askAgainMs, firstAskMs, giveUpMs, PROBES_PER_HOP } from './pace.ts'
import { type Answer, type OpenProber, type ProbeContext, type ProbeListener, type Prober, Unsupported } from './prober.ts'

export interface TraceRun {
  readonly hops: readonly TracedHop[]
  /** Why the rest could not be sent; null if all could. */
  readonly failure: string | null
}

interface Wanted {
  readonly maxHops: number
  readonly bounds: Bounds
  /** Called for each hop as soon as it is known what came of it: not always in their order. */
  readonly report: (hop: TracedHop) => void
}

/** Asks all hops side by side, three times each, until the target or someone who knows that it cannot be reached has answered. */
export async function runTrace(context: ProbeContext, open: OpenProber, wanted: Wanted): Promise<TraceRun | Unsupported> {
  const { signal } = wanted.bounds
  const trace = new Trace(context.peer.address, wanted)
  const prober = open(context, trace)
  if (prober instanceof Unsupported) return prober
  if ('reason' in prober) return { hops: [], failure: prober.reason }
  const release = onAbort(signal, trace.end)
  try {
    if (!signal.aborted) trace.sendFrom(prober)
    await trace.ended
  } finally {
    release()
    trace.close()
    prober[Symbol.dispose]()
  }
  return trace.found()
}

/** What is known of the hops of one trace while it runs. Hops are counted from one. */
class Trace implements ProbeListener {
  private readonly promised = Promise.withResolvers<void>()
  /** Settles when every hop is decided, or when the trace is ended before. */
  readonly ended = this.promised.promise
  readonly end = this.promised.resolve
  readonly onFault = this.promised.reject
  private startMs = 0
  /** When the probes of each hop left, for those that did. */
  private readonly sentMs: number[][]
  private readonly answers: (Answer | undefined)[][]
  private readonly decided = new Map<number, TracedHop>()
  private longestMs = 0
  /** The hop at which the path ends, as far as is known. */
  private last: number
  private failure: string | null = null
  private hasEnded = false
  private isSending = false
  private prober: Prober | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly target: Address,
    private readonly wanted: Wanted,
  ) {
    this.last = wanted.maxHops
    this.sentMs = Array.from({ length: wanted.maxHops }, () => [])
    this.answers = Array.from({ length: wanted.maxHops }, () => Array(PROBES_PER_HOP).fill(undefined))
  }

  onAnswer(answer: Answer): void {
    const [hop, probe] = [Math.floor(answer.sequence / PROBES_PER_HOP) + 1, answer.sequence % PROBES_PER_HOP]
    const [probes, sent] = [this.answers[hop - 1], this.sentMs[hop - 1]?.length ?? 0]
    const isAwaited = !this.hasEnded && hop <= this.last && !this.decided.has(hop) && probe < sent
    if (!isAwaited || !probes || probes[probe]) return
    probes[probe] = answer
    this.longestMs = Math.max(this.longestMs, answer.rttMs ?? 0)
    if (answer.reason !== HOP_LIMIT_EXCEEDED) this.last = Math.min(this.last, hop)
    this.decide()
  }

  /** Each hop when it is its time, as long as the end of the path is not known. */
  sendFrom(prober: Prober): void {
    this.prober = prober
    this.startMs = performance.now()
    this.decide()
  }

  /** No more is sent or heard. */
  close(): void {
    this.hasEnded = true
    clearTimeout(this.timer)
  }

  /** Also of a trace that was cut short: what has answered so far. */
  found(): TraceRun {
    for (let hop = 1; hop <= this.lastSent(); hop++) if (!this.decided.has(hop) && this.hasAnswer(hop)) this.settle(hop)
    const hops = [...this.decided.values()].filter(({ hop }) => hop <= this.last)
    return { hops: hops.toSorted((one, other) => one.hop - other.hop), failure: this.failure }
  }

  /** Sends whatever is due, the nearest first. */
  private async send(prober: Prober): Promise<void> {
    this.isSending = true
    while (this.nextToAsk() !== null) {
      await nextSlot()
      // An answer may have come while others had their turn.
      const hop = this.nextToAsk()
      if (hop !== null) this.ask(prober, hop)
    }
    this.isSending = false
    if (!this.hasEnded) this.decide()
  }

  private ask(prober: Prober, hop: number): void {
    const sent = this.sentMs[hop - 1] ?? []
    const isPaid = this.wanted.bounds.budget.takeProbe(this.target.text)
    this.failure = isPaid ? prober.send((hop - 1) * PROBES_PER_HOP + sent.length, hop) : BUDGET_EXCEEDED
    if (this.failure === null) sent.push(performance.now())
  }

  /** Settles what is complete or has been waited for long enough, sends what is due, and comes back when the next hop is. */
  private decide(): void {
    clearTimeout(this.timer)
    const nowMs = performance.now()
    let nextMs = Number.POSITIVE_INFINITY
    for (let hop = 1; hop <= this.last; hop++) {
      if (this.decided.has(hop)) continue
      const dueMs = this.isCertain(hop) ? this.dueMs(hop) : Number.POSITIVE_INFINITY
      if (nowMs >= dueMs) this.settle(hop)
      else nextMs = Math.min(nextMs, dueMs, this.askMs(hop))
    }
    if (this.isOver()) this.end()
    else if (this.isSending) return
    else if (this.prober && nowMs >= nextMs && this.nextToAsk() !== null) this.send(this.prober).catch(this.onFault)
    else if (nextMs < Number.POSITIVE_INFINITY) this.timer = setTimeout(this.decideLater, Math.max(1, nextMs - nowMs))
  }

  private readonly decideLater = () => {
    try {
      this.decide()
    } catch (error) {
      this.onFault(error)
    }
  }

  private settle(hop: number): void {
    const found = hopOf(hop, this.answersOf(hop), this.target)
    this.decided.set(hop, found)
    this.wanted.report(found)
  }

  /** The nearest hop whose time has come. */
  private nextToAsk(): number | null {
    if (this.hasEnded) return null
    const nowMs = performance.now()
    for (let hop = 1; hop <= this.last; hop++) if (nowMs >= this.askMs(hop)) return hop
    return null
  }

  /** When a hop is to be asked; never, if all is sent that can be. */
  private askMs(hop: number): number {
    const sent = this.sentMs[hop - 1]?.length ?? 0
    if (this.failure !== null || sent === PROBES_PER_HOP || this.decided.has(hop)) return Number.POSITIVE_INFINITY
    return sent === 0 ? this.startMs + firstAskMs(hop) : askAgainMs(this.asked(hop))
  }

  /** When what has come of a hop is all that will: at once where all has been answered. */
  private dueMs(hop: number): number {
    if (this.isComplete(hop)) return 0
    const isAsked = this.askMs(hop) === Number.POSITIVE_INFINITY && hop <= this.lastSent()
    return isAsked ? giveUpMs(this.asked(hop)) : Number.POSITIVE_INFINITY
  }

  private asked(hop: number): Asked {
    const sentMs = this.sentMs[hop - 1] ?? []
    const furthest = this.answers.findLastIndex((probes) => probes.some((answer) => answer)) + 1
    const isAnswered = this.answersOf(hop)[sentMs.length - 1] !== undefined
    return { sentMs, isAnswered, isPassed: hop <= furthest, longestMs: this.longestMs }
  }

  /** Whether everything that was sent to a hop, and will be, has been answered. */
  private isComplete(hop: number): boolean {
    const sent = this.sentMs[hop - 1]?.length ?? 0
    const isAllSent = sent === PROBES_PER_HOP || (sent > 0 && this.failure !== null)
    return isAllSent && this.answersOf(hop).filter((answer) => answer).length === sent
  }

  /** The end of the path is told when nothing nearer can turn out to be it. */
  private isCertain(hop: number): boolean {
    if (hop < this.last) return true
    for (let nearer = 1; nearer < hop; nearer++) if (!this.decided.has(nearer) && !this.hasAnswer(nearer)) return false
    return true
  }

  private isOver(): boolean {
    const end = this.failure === null ? this.last : this.lastSent()
    for (let hop = 1; hop <= end; hop++) if (!this.decided.has(hop)) return false
    return true
  }

  private lastSent(): number {
    const sent = this.sentMs.findIndex((times) => times.length === 0)
    return Math.min(this.last, sent === -1 ? this.sentMs.length : sent)
  }

  private answersOf(hop: number): readonly (Answer | undefined)[] {
    return this.answers[hop - 1] ?? []
  }

  private hasAnswer(hop: number): boolean {
    return this.answersOf(hop).some((answer) => answer)
  }
}
