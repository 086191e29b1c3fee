// Traces: of all hops to a target, by the schedule below, and of the first three for the computer at home.
import { onAbort } from '../../platform/deadline.ts'
import { patient } from '../../platform/testing.ts'
import type { Address } from '../../policy/address.ts'
import type { Bounds } from '../budget.ts'
import { sharedEngine } from '../libc/engine.ts'
import { HOP_LIMIT_EXCEEDED, TIME_EXCEEDED_OTHERWISE } from '../libc/verdict.ts'
import { drive, type Probe, type ProbeState, type Progress } from './driver.ts'
import { type OpenProber, openDatagrams, type ProbeContext, type ProbeReply } from './prober.ts'

export interface TraceRun {
  readonly hops: readonly TracedHop[]
  /** The reason why the rest could not be sent; null if all were. */
  readonly failure: string | null
}

/** The probes with one hop limit. */
interface HopProbes {
  /** From 1 on. */
  readonly hop: number
  readonly sentMs: number[]
  /** By probe; undefined for those that were not answered. */
  readonly answers: (ProbeReply | undefined)[]
  /** The outcome, once nothing more is awaited. */
  settled: TracedHop | null
}

/** The state of the hops of one trace. */
class TraceState implements ProbeState<TracedHop> {
  private startMs = 0
  private readonly hops: readonly HopProbes[]
  private longestMs = 0
  /** The hop at which the path ends, as far as is known. */
  private last: number
  private failure: string | null = null

  constructor(
    private readonly target: Address,
    maxHops: number,
  ) {
    this.last = maxHops
    this.hops = Array.from({ length: maxHops }, (_, index) => {
      return { hop: index + 1, sentMs: [], answers: Array(PROBES_PER_HOP).fill(undefined), settled: null }
    })
  }

  start(nowMs: number): void {
    this.startMs = nowMs
  }

  /** Returns a probe for the nearest hop that is due, as long as the end of the path is not known. */
  nextProbe(nowMs: number): Probe | null {
    const due = this.onPath().find((probes) => nowMs >= this.askMs(probes))
    return due ? { sequence: (due.hop - 1) * PROBES_PER_HOP + due.sentMs.length, hops: due.hop } : null
  }

  sent({ sequence }: Probe, failure: string | null, nowMs: number): void {
    this.failure = failure
    if (failure === null) this.hops[Math.floor(sequence / PROBES_PER_HOP)]?.sentMs.push(nowMs)
  }

  answered(answer: ProbeReply): boolean {
    const probes = this.hops[Math.floor(answer.sequence / PROBES_PER_HOP)]
    const probe = answer.sequence % PROBES_PER_HOP
    if (!probes || probes.hop > this.last || probes.settled) return false
    if (probe >= probes.sentMs.length || probes.answers[probe]) return false
    probes.answers[probe] = answer
    this.longestMs = Math.max(this.longestMs, answer.rttMs ?? 0)
    if (answer.reason !== HOP_LIMIT_EXCEEDED) this.last = Math.min(this.last, probes.hop)
    return true
  }

  /** Settles the hops that are complete or have been waited for long enough. */
  settle(nowMs: number): Progress<TracedHop> {
    const settled: TracedHop[] = []
    let nextMs = Number.POSITIVE_INFINITY
    for (const probes of this.onPath()) {
      if (probes.settled) continue
      const dueMs = this.isCertain(probes) ? this.dueMs(probes) : Number.POSITIVE_INFINITY
      if (nowMs >= dueMs) settled.push(this.settleHop(probes))
      else nextMs = Math.min(nextMs, dueMs, this.askMs(probes))
    }
    const awaited = this.onPath().filter(({ sentMs }) => this.failure === null || sentMs.length > 0)
    return { settled, dueMs: awaited.every((probes) => probes.settled) ? null : nextMs }
  }

  /** Settles the hops of a trace that was cut short, as far as they have answered. */
  settleAnswered(): readonly TracedHop[] {
    const answered = this.onPath().filter((probes) => !probes.settled && isHeard(probes))
    return answered.map((probes) => this.settleHop(probes))
  }

  found(): TraceRun {
    return { hops: this.onPath().flatMap(({ settled }) => settled ?? []), failure: this.failure }
  }

  private onPath(): readonly HopProbes[] {
    return this.hops.slice(0, this.last)
  }

  private settleHop(probes: HopProbes): TracedHop {
    const settled = hopOf(probes, this.target)
    probes.settled = settled
    return settled
  }

  /** Returns when to probe a hop; never, if everything that can be sent has been. */
  private askMs(probes: HopProbes): number {
    const { hop, sentMs, settled } = probes
    if (this.failure !== null || sentMs.length === PROBES_PER_HOP || settled) return Number.POSITIVE_INFINITY
    return sentMs.length === 0 ? this.startMs + (hop - 1) * STAGGER_MS : askAgainMs(this.soFar(probes))
  }

  /** Returns when to stop waiting for a hop: at once if everything sent to it, now or later, has been answered. */
  private dueMs(probes: HopProbes): number {
    const sent = probes.sentMs.length
    const isAllSent = sent === PROBES_PER_HOP || (sent > 0 && this.failure !== null)
    if (!isAllSent) return Number.POSITIVE_INFINITY
    return heardFrom(probes).length === sent ? 0 : giveUpMs(this.soFar(probes))
  }

  private soFar({ hop, sentMs, answers }: HopProbes) {
    const furthest = this.hops.findLastIndex(isHeard) + 1
    const isAnswered = answers[sentMs.length - 1] !== undefined
    return { sentMs, isAnswered, isPassed: hop <= furthest, longestMs: this.longestMs }
  }

  /** The end of the path is reported once nothing nearer can turn out to be it. */
  private isCertain({ hop }: HopProbes): boolean {
    return hop < this.last || this.hops.slice(0, hop - 1).every((nearer) => nearer.settled || isHeard(nearer))
  }
}

function heardFrom({ answers }: HopProbes): readonly ProbeReply[] {
  return answers.filter((answer) => answer !== undefined)
}

function isHeard({ answers }: HopProbes): boolean {
  return answers.some((answer) => answer !== undefined)
}

export interface TraceWanted {
  readonly maxHops: number
  readonly bounds: Bounds
  /** Called for each hop as soon as its outcome is known: not always in order. */
  readonly report: (hop: TracedHop) => void
}

/**
 * Probes all hops at once, three times each, until the target answers, or a router that knows that it cannot be reached. Null if this
 * system offers no way to do it.
 */
export async function runTrace(context: ProbeContext, open: OpenProber, wanted: TraceWanted): Promise<TraceRun | null> {
  const state = new TraceState(context.peer.address, wanted.maxHops)
  const none = await drive(state, context, open, wanted)
  if (none) return none.reason === null ? null : { hops: [], failure: none.reason }
  for (const hop of state.settleAnswered()) wanted.report(hop)
  return state.found()
}

/** The outcome of the probes with one hop limit. */
export interface TracedHop {
  readonly hop: number
  readonly status: 'hop' | 'reached' | 'timeout' | 'unreachable'
  /** The reason why the target cannot be reached, or the answer of the target itself; null at a hop along the way. */
  readonly reason: string | null
  readonly isLocal: boolean
  /** Every address that answered, several if a router balances its traffic: first the one that ended the path, then by probe. */
  readonly addresses: readonly Address[]
  readonly rttMs: readonly (number | null)[]
}

function hopOf(probes: HopProbes, target: Address): TracedHop {
  const found = heardFrom(probes)
  const final = found.find(({ reason }) => reason !== HOP_LIMIT_EXCEEDED)
  const inOrder = final ? [final, ...found] : found
  const addresses = new Map(inOrder.flatMap(({ from, isLocal }) => (from && !isLocal ? [[from.text, from]] : [])))
  const status = () => {
    if (!final) return found.length > 0 ? 'hop' : 'timeout'
    return final.from?.text === target.text && final.reason !== TIME_EXCEEDED_OTHERWISE ? 'reached' : 'unreachable'
  }
  return {
    hop: probes.hop,
    status: status(),
    reason: final?.reason ?? null,
    isLocal: final?.isLocal ?? false,
    addresses: [...addresses.values()],
    rttMs: probes.answers.map((answer) => answer?.rttMs ?? null),
  }
}

// The schedule of a trace: when to probe each hop, and how long to wait for it. Routers answer such probes only in passing, so they get few.

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

interface HopSoFar {
  readonly sentMs: readonly number[]
  readonly isAnswered: boolean
  /** Whether the hop or a later one has answered. */
  readonly isPassed: boolean
  readonly longestMs: number
}

/** Returns when to probe a hop again that has been probed. */
function askAgainMs({ sentMs, isAnswered, isPassed, longestMs }: HopSoFar): number {
  const [first = 0] = sentMs
  const last = sentMs.at(-1) ?? first
  if (isAnswered) return last + AGAIN_MS
  if (isPassed) return last + between(AGAIN_MS, AGAIN_ROUND_TRIPS * longestMs, SILENT_AGAIN_MS)
  return sentMs.length < PROBES_PER_HOP - 1 ? last + SILENT_AGAIN_MS : first + SILENT_LAST_MS
}

/** Returns when to stop waiting for a hop that has had all its probes. */
function giveUpMs({ sentMs, isPassed, longestMs }: HopSoFar): number {
  const [first = 0] = sentMs
  const last = sentMs.at(-1) ?? first
  if (isPassed) return last + between(ANSWER_MS, ANSWER_ROUND_TRIPS * longestMs, SILENCE_MS)
  return Math.max(first + SILENCE_MS, last + ANSWER_MS)
}

function between(least: number, milliseconds: number, most: number): number {
  return Math.min(Math.max(least, milliseconds), most)
}

const FIRST_HOPS = [1, 2, 3]
const FIRST_HOPS_MS = 1500

/**
 * Returns the routers of the first three hops towards an address, nearest first: null for one that keeps silent, or that is the address
 * itself. Three datagrams are sent, one for each. Empty where the system does not show them: everywhere but on Linux.
 */
export async function firstHops(towards: Address, signal: AbortSignal): Promise<(string | null)[]> {
  const engine = sharedEngine()
  if (!engine || signal.aborted) return []
  const answers = new Map<number, ProbeReply>()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let awaited = Number.POSITIVE_INFINITY
  const settle = () => {
    if (answers.size >= awaited) resolve()
  }
  const prober = openDatagrams(
    { engine, peer: { address: towards, port: 0 } },
    {
      onAnswer(answer) {
        if (!answers.has(answer.sequence)) answers.set(answer.sequence, answer)
        settle()
      },
      onFault: reject,
    },
  )
  if ('reason' in prober) return []
  const timer = setTimeout(resolve, patient(FIRST_HOPS_MS))
  const release = onAbort(signal, resolve)
  try {
    // Only then: a router next door answers while the next datagram is being sent.
    awaited = FIRST_HOPS.filter((hop) => prober.send(hop - 1, hop) === null).length
    settle()
    await promise
    return FIRST_HOPS.map((hop) => routerOf(answers.get(hop - 1), towards))
  } finally {
    clearTimeout(timer)
    release()
    prober[Symbol.dispose]()
  }
}

function routerOf(answer: ProbeReply | undefined, towards: Address): string | null {
  if (!answer?.from || answer.isLocal || answer.reason !== HOP_LIMIT_EXCEEDED) return null
  return answer.from.text === towards.text ? null : answer.from.text
}
