import type { Address } from '../../policy/address.ts'
import { HOP_LIMIT_EXCEEDED } from '../libc/icmp.ts'
import { turn } from '../turn.ts'
import { onAbort } from '../within.ts'
import { type Answer, type Ground, type Opened, type Prober, type Tell, Unsupported } from './prober.ts'

export const PROBES_PER_HOP = 3
/** Nearer hops are asked first, so that hosts that say only so often what they think have words left for the probes that count. */
const STAGGER_MS = 5
/** How long a silent hop is waited for: while nothing behind it has answered, long enough for a router to say that it cannot find the host. */
const SILENCE_MS = 3500
/** Once something behind it has answered: so long at least, or so many times the longest round trip, but no longer than the above. */
const ANSWER_MS = 1000
const ROUND_TRIPS = 5

export type HopStatus = 'hop' | 'reached' | 'timeout' | 'unreachable'

/** What came of the probes that passed so many routers. */
export interface TracedHop {
  readonly hop: number
  readonly status: HopStatus
  /** Why the target is not to be reached from here, or what the target says itself; null at a hop on the way. */
  readonly reason: string | null
  /** Whether it was this machine that said so. */
  readonly isLocal: boolean
  /** All that have answered, several where a router spreads what it forwards: first who ended the path, then as the probes go. */
  readonly addresses: readonly Address[]
  readonly rttMs: readonly (number | null)[]
}

export interface TraceRun {
  readonly hops: readonly TracedHop[]
  /** Why the rest could not be sent; null if all could. */
  readonly failure: string | null
}

interface Wanted {
  readonly maxHops: number
  readonly signal: AbortSignal
  /** Called for each hop as soon as it is known what came of it: not always in their order. */
  readonly report: (hop: TracedHop) => void
}

/** Asks all hops at once, three probes each, until the target or someone who knows that it cannot be reached has answered. */
export async function runTrace(
  ground: Ground,
  open: (ground: Ground, tell: Tell) => Opened,
  wanted: Wanted,
): Promise<TraceRun | Unsupported> {
  const trace = new Trace(ground.peer.address, wanted)
  const prober = open(ground, trace)
  if (prober instanceof Unsupported) return prober
  if ('reason' in prober) return { hops: [], failure: prober.reason }
  const release = onAbort(wanted.signal, trace.end)
  try {
    if (!wanted.signal.aborted) trace.sendFrom(prober)
    await trace.ended
  } finally {
    release()
    trace.close()
    prober[Symbol.dispose]()
  }
  return trace.found()
}

/** What is known of the hops of one trace while it runs. Hops are counted from one. */
class Trace implements Tell {
  private readonly promised = Promise.withResolvers<void>()
  /** Settles when every hop is decided, or when the trace is ended before. */
  readonly ended = this.promised.promise
  readonly end = this.promised.resolve
  readonly fail = this.promised.reject
  /** When the probes of each hop left, for those that did. */
  private readonly sentMs: number[] = []
  private readonly answers: (Answer | undefined)[][]
  private readonly decided = new Map<number, TracedHop>()
  private longestMs = 0
  /** The hop at which the path ends, as far as is known. */
  private last: number
  private failure: string | null = null
  private hasEnded = false
  private deciding: ReturnType<typeof setTimeout> | undefined
  private sending: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly target: Address,
    private readonly wanted: Wanted,
  ) {
    this.last = wanted.maxHops
    this.answers = Array.from({ length: wanted.maxHops }, () => Array(PROBES_PER_HOP).fill(undefined))
  }

  answer(answer: Answer): void {
    const [hop, probe] = [Math.floor(answer.sequence / PROBES_PER_HOP) + 1, answer.sequence % PROBES_PER_HOP]
    const probes = this.answers[hop - 1]
    if (this.hasEnded || !probes || probes[probe] || this.decided.has(hop) || hop > this.last) return
    probes[probe] = answer
    this.longestMs = Math.max(this.longestMs, answer.rttMs ?? 0)
    if (answer.reason !== HOP_LIMIT_EXCEEDED) this.last = Math.min(this.last, hop)
    this.decide()
  }

  /** The nearest hop at once, the others after it, as long as the end of the path is not known. */
  sendFrom(prober: Prober): void {
    this.sendHop(prober).catch(this.fail)
  }

  /** No more is sent or heard. */
  close(): void {
    this.hasEnded = true
    clearTimeout(this.deciding)
    clearTimeout(this.sending)
  }

  /** Also of a trace that was cut short: what has answered so far. */
  found(): TraceRun {
    for (let hop = 1; hop <= this.lastSent(); hop++) if (!this.decided.has(hop) && this.hasAnswer(hop)) this.settle(hop)
    const hops = [...this.decided.values()].filter(({ hop }) => hop <= this.last)
    return { hops: hops.toSorted((one, other) => one.hop - other.hop), failure: this.failure }
  }

  private async sendHop(prober: Prober): Promise<void> {
    await turn()
    const hop = this.sentMs.length + 1
    if (this.hasEnded || hop > this.last) return
    this.sentMs.push(performance.now())
    for (let probe = 0; probe < PROBES_PER_HOP && this.failure === null; probe++) {
      this.failure = prober.send((hop - 1) * PROBES_PER_HOP + probe, hop)
      if (this.failure !== null && probe === 0) this.sentMs.pop()
    }
    if (this.failure === null && hop < this.last) this.sending = setTimeout(() => this.sendFrom(prober), STAGGER_MS)
    this.decide()
  }

  /** Settles what is complete or has been waited for long enough, and comes back when the next hop has. */
  private decide(): void {
    clearTimeout(this.deciding)
    const nowMs = performance.now()
    const furthest = this.answers.findLastIndex((probes) => probes.some((answer) => answer)) + 1
    let nextMs = Number.POSITIVE_INFINITY
    for (let hop = 1; hop <= this.lastSent(); hop++) {
      if (this.decided.has(hop)) continue
      const isComplete = this.answersOf(hop).every((answer) => answer)
      const dueMs = this.dueMs(hop, furthest)
      if (nowMs >= dueMs || (isComplete && this.isCertain(hop))) this.settle(hop)
      else if (!isComplete) nextMs = Math.min(nextMs, dueMs)
    }
    if (this.isOver()) this.end()
    else if (nextMs < Number.POSITIVE_INFINITY) this.deciding = setTimeout(this.decideLater, Math.max(1, nextMs - nowMs))
  }

  private readonly decideLater = () => {
    try {
      this.decide()
    } catch (error) {
      this.fail(error)
    }
  }

  private settle(hop: number): void {
    const found = hopOf(hop, this.answersOf(hop), this.target)
    this.decided.set(hop, found)
    this.wanted.report(found)
  }

  /** When a hop has been waited for long enough. */
  private dueMs(hop: number, furthest: number): number {
    const waitMs = hop <= furthest ? Math.min(Math.max(ANSWER_MS, ROUND_TRIPS * this.longestMs), SILENCE_MS) : SILENCE_MS
    return (this.sentMs[hop - 1] ?? 0) + waitMs
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
    return Math.min(this.last, this.sentMs.length)
  }

  private answersOf(hop: number): readonly (Answer | undefined)[] {
    return this.answers[hop - 1] ?? []
  }

  private hasAnswer(hop: number): boolean {
    return this.answersOf(hop).some((answer) => answer)
  }
}

function hopOf(hop: number, probes: readonly (Answer | undefined)[], target: Address): TracedHop {
  const found = probes.filter((answer) => answer !== undefined)
  const final = found.find(({ reason }) => reason !== HOP_LIMIT_EXCEEDED)
  const inOrder = final ? [final, ...found] : found
  const addresses = new Map(inOrder.flatMap(({ from, isLocal }) => (from && !isLocal ? [[from.text, from]] : [])))
  const status = () => {
    if (!final) return found.length > 0 ? 'hop' : 'timeout'
    return final.from?.text === target.text ? 'reached' : 'unreachable'
  }
  return {
    hop,
    status: status(),
    reason: final?.reason ?? null,
    isLocal: final?.isLocal ?? false,
    addresses: [...addresses.values()],
    rttMs: probes.map((answer) => answer?.rttMs ?? null),
  }
}
