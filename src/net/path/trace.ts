import type { Address } from '../../policy/address.ts'
import type { Bounds } from '../budget.ts'
import { HOP_LIMIT_EXCEEDED, TIME_EXCEEDED_OTHERWISE } from '../libc/verdict.ts'
import { drive, type Probe, type ProbeState, type Progress } from './driver.ts'
import { type OpenProber, type ProbeContext, type ProbeReply, Unsupported } from './prober.ts'

export interface TraceRun {
  readonly hops: readonly TracedHop[]
  /** The reason why the rest could not be sent; null if all were. */
  readonly failure: string | null
}

/** The state of the hops of one trace. Hops are counted from one. */
class TraceState implements ProbeState<TracedHop> {
  private startMs = 0
  private readonly sentMs: number[][]
  private readonly answers: (ProbeReply | undefined)[][]
  private readonly decided = new Map<number, TracedHop>()
  private longestMs = 0
  /** The hop at which the path ends, as far as is known. */
  private last: number
  private failure: string | null = null

  constructor(
    private readonly target: Address,
    maxHops: number,
  ) {
    this.last = maxHops
    this.sentMs = Array.from({ length: maxHops }, () => [])
    this.answers = Array.from({ length: maxHops }, () => Array(PROBES_PER_HOP).fill(undefined))
  }

  start(nowMs: number): void {
    this.startMs = nowMs
  }

  /** Returns a probe for the nearest hop that is due, as long as the end of the path is not known. */
  nextProbe(nowMs: number): Probe | null {
    for (let hop = 1; hop <= this.last; hop++) {
      if (nowMs >= this.askMs(hop)) return { sequence: (hop - 1) * PROBES_PER_HOP + this.sentTo(hop).length, hops: hop }
    }
    return null
  }

  sent({ sequence }: Probe, failure: string | null, nowMs: number): void {
    this.failure = failure
    if (failure === null) this.sentMs[Math.floor(sequence / PROBES_PER_HOP)]?.push(nowMs)
  }

  answered(answer: ProbeReply): boolean {
    const [hop, probe] = [Math.floor(answer.sequence / PROBES_PER_HOP) + 1, answer.sequence % PROBES_PER_HOP]
    const probes = this.answers[hop - 1]
    const isAwaited = hop <= this.last && !this.decided.has(hop) && probe < this.sentTo(hop).length
    if (!isAwaited || !probes || probes[probe]) return false
    probes[probe] = answer
    this.longestMs = Math.max(this.longestMs, answer.rttMs ?? 0)
    if (answer.reason !== HOP_LIMIT_EXCEEDED) this.last = Math.min(this.last, hop)
    return true
  }

  /** Settles the hops that are complete or have been waited for long enough. */
  settle(nowMs: number): Progress<TracedHop> {
    const settled: TracedHop[] = []
    let nextMs = Number.POSITIVE_INFINITY
    for (let hop = 1; hop <= this.last; hop++) {
      if (this.decided.has(hop)) continue
      const dueMs = this.isCertain(hop) ? this.dueMs(hop) : Number.POSITIVE_INFINITY
      if (nowMs >= dueMs) settled.push(this.decide(hop))
      else nextMs = Math.min(nextMs, dueMs, this.askMs(hop))
    }
    return { settled, dueMs: this.isOver() ? null : nextMs }
  }

  /** Settles the hops of a trace that was cut short, as far as they have answered. */
  settleAnswered(): readonly TracedHop[] {
    const settled: TracedHop[] = []
    for (let hop = 1; hop <= this.lastSent(); hop++) {
      if (!this.decided.has(hop) && this.hasAnswer(hop)) settled.push(this.decide(hop))
    }
    return settled
  }

  found(): TraceRun {
    const hops = [...this.decided.values()].filter(({ hop }) => hop <= this.last)
    return { hops: hops.toSorted((one, other) => one.hop - other.hop), failure: this.failure }
  }

  private decide(hop: number): TracedHop {
    const found = hopOf(hop, this.answersOf(hop), this.target)
    this.decided.set(hop, found)
    return found
  }

  /** Returns when to probe a hop; never, if everything that can be sent has been. */
  private askMs(hop: number): number {
    const sent = this.sentTo(hop).length
    if (this.failure !== null || sent === PROBES_PER_HOP || this.decided.has(hop)) return Number.POSITIVE_INFINITY
    return sent === 0 ? this.startMs + (hop - 1) * STAGGER_MS : askAgainMs(this.asked(hop))
  }

  /** Returns when to stop waiting for a hop: at once if all its probes have been answered. */
  private dueMs(hop: number): number {
    if (this.isComplete(hop)) return 0
    const isAsked = this.askMs(hop) === Number.POSITIVE_INFINITY && hop <= this.lastSent()
    return isAsked ? giveUpMs(this.asked(hop)) : Number.POSITIVE_INFINITY
  }

  private asked(hop: number): HopState {
    const sentMs = this.sentTo(hop)
    const furthest = this.answers.findLastIndex((probes) => probes.some((answer) => answer)) + 1
    const isAnswered = this.answersOf(hop)[sentMs.length - 1] !== undefined
    return { sentMs, isAnswered, isPassed: hop <= furthest, longestMs: this.longestMs }
  }

  /** Whether everything sent to a hop, now or later, has been answered. */
  private isComplete(hop: number): boolean {
    const sent = this.sentTo(hop).length
    const isAllSent = sent === PROBES_PER_HOP || (sent > 0 && this.failure !== null)
    return isAllSent && this.answersOf(hop).filter((answer) => answer).length === sent
  }

  /** The end of the path is reported once nothing nearer can turn out to be it. */
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

  private sentTo(hop: number): readonly number[] {
    return this.sentMs[hop - 1] ?? []
  }

  private answersOf(hop: number): readonly (ProbeReply | undefined)[] {
    return this.answers[hop - 1] ?? []
  }

  private hasAnswer(hop: number): boolean {
    return this.answersOf(hop).some((answer) => answer)
  }
}

interface Wanted {
  readonly maxHops: number
  readonly bounds: Bounds
  /** Called for each hop as soon as its outcome is known: not always in order. */
  readonly report: (hop: TracedHop) => void
}

/** Probes all hops at once, three times each, until the target answers, or a router that knows that it cannot be reached. */
export async function runTrace(context: ProbeContext, open: OpenProber, wanted: Wanted): Promise<TraceRun | Unsupported> {
  const state = new TraceState(context.peer.address, wanted.maxHops)
  const refused = await drive(state, context, open, wanted)
  if (refused instanceof Unsupported) return refused
  if (refused) return { hops: [], failure: refused.reason }
  for (const hop of state.settleAnswered()) wanted.report(hop)
  return state.found()
}

/** The schedule of a trace: when to probe each hop, and how long to wait for it. Routers answer such probes only in passing, so they get few. */

export const PROBES_PER_HOP = 3
/** Nearer hops are probed first; the machine at the end of the path is spared most of the probes that would go further. */
const STAGGER_MS = 50
/** No hop is probed more than twice a second; a silent one, not before two of the longest round trips have passed. */
const AGAIN_MS = 500
const AGAIN_ROUND_TRIPS = 2
/** The pause before probing again a hop that nothing is known of yet. */
const SILENT_AGAIN_MS = 1000
/** The time of the last probe: a router that looks for a neighbour gives up after three seconds, and reports this probe as well. */
const SILENT_LAST_MS = 2500
/** The wait for the answer of such a hop. */
const SILENCE_MS = 3500
/** The wait once it or a later hop has answered: at least this long, or this many times the longest round trip, but no longer than the above. */
const ANSWER_MS = 1000
const ANSWER_ROUND_TRIPS = 5

interface HopState {
  readonly sentMs: readonly number[]
  readonly isAnswered: boolean
  /** Whether the hop or a later one has answered. */
  readonly isPassed: boolean
  readonly longestMs: number
}

function askAgainMs({ sentMs, isAnswered, isPassed, longestMs }: HopState): number {
  const [first = 0] = sentMs
  const last = sentMs.at(-1) ?? first
  if (isAnswered) return last + AGAIN_MS
  if (isPassed) return last + between(AGAIN_MS, AGAIN_ROUND_TRIPS * longestMs, SILENT_AGAIN_MS)
  return sentMs.length < PROBES_PER_HOP - 1 ? last + SILENT_AGAIN_MS : first + SILENT_LAST_MS
}

function giveUpMs({ sentMs, isPassed, longestMs }: HopState): number {
  const [first = 0] = sentMs
  const last = sentMs.at(-1) ?? first
  if (isPassed) return last + between(ANSWER_MS, ANSWER_ROUND_TRIPS * longestMs, SILENCE_MS)
  return Math.max(first + SILENCE_MS, last + ANSWER_MS)
}

function between(least: number, milliseconds: number, most: number): number {
  return Math.min(Math.max(least, milliseconds), most)
}

type HopStatus = 'hop' | 'reached' | 'timeout' | 'unreachable'

/** The outcome of the probes with one hop limit. */
export interface TracedHop {
  readonly hop: number
  readonly status: HopStatus
  /** The reason why the target cannot be reached, or the answer of the target itself; null at a hop along the way. */
  readonly reason: string | null
  readonly isLocal: boolean
  /** Every address that answered, several if a router balances its traffic: first the one that ended the path, then by probe. */
  readonly addresses: readonly Address[]
  readonly rttMs: readonly (number | null)[]
}

function hopOf(hop: number, probes: readonly (ProbeReply | undefined)[], target: Address): TracedHop {
  const found = probes.filter((answer) => answer !== undefined)
  const final = found.find(({ reason }) => reason !== HOP_LIMIT_EXCEEDED)
  const inOrder = final ? [final, ...found] : found
  const addresses = new Map(inOrder.flatMap(({ from, isLocal }) => (from && !isLocal ? [[from.text, from]] : [])))
  const status = () => {
    if (!final) return found.length > 0 ? 'hop' : 'timeout'
    return final.from?.text === target.text && final.reason !== TIME_EXCEEDED_OTHERWISE ? 'reached' : 'unreachable'
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
