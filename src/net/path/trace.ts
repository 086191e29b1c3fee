import type { Address } from '../../policy/address.ts'
import { HOP_LIMIT_EXCEEDED } from '../libc/icmp.ts'
import { turn } from '../turn.ts'
import { onAbort } from '../within.ts'
import { type Answer, type Ground, type Opened, Unsupported } from './prober.ts'

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
  open: (ground: Ground, tell: { answer(answer: Answer): void; fail(error: unknown): void }) => Opened,
  { maxHops, signal, report }: Wanted,
): Promise<TraceRun | Unsupported> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const sentMs: number[] = []
  const answers: (Answer | undefined)[][] = Array.from({ length: maxHops }, () => Array(PROBES_PER_HOP).fill(undefined))
  const decided = new Map<number, TracedHop>()
  let [longestMs, last] = [0, maxHops]
  let failure: string | null = null
  let hasEnded = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: ReturnType<typeof setTimeout> | undefined

  const answersOf = (hop: number) => answers[hop - 1] ?? []
  const hasAnswer = (hop: number) => answersOf(hop).some((answer) => answer)
  /** When a hop has been waited for long enough. */
  const dueMs = (hop: number, furthest: number) =>
    (sentMs[hop - 1] ?? 0) + (hop <= furthest ? Math.min(Math.max(ANSWER_MS, ROUND_TRIPS * longestMs), SILENCE_MS) : SILENCE_MS)

  const decide = () => {
    clearTimeout(timer)
    const nowMs = performance.now()
    const furthest = answers.findLastIndex((probes) => probes.some((answer) => answer)) + 1
    let nextMs = Number.POSITIVE_INFINITY
    for (let hop = 1; hop <= Math.min(last, sentMs.length); hop++) {
      if (decided.has(hop)) continue
      const isComplete = answersOf(hop).every((answer) => answer)
      if (nowMs >= dueMs(hop, furthest) || (isComplete && isCertain(hop))) settle(hop)
      else if (!isComplete) nextMs = Math.min(nextMs, dueMs(hop, furthest))
    }
    if (isOver()) resolve()
    else if (nextMs < Number.POSITIVE_INFINITY) timer = setTimeout(decideLater, Math.max(1, nextMs - nowMs))
  }
  const decideLater = () => {
    try {
      decide()
    } catch (error) {
      reject(error)
    }
  }
  /** The end of the path is told when nothing nearer can turn out to be it. */
  const isCertain = (hop: number) => {
    if (hop < last) return true
    for (let nearer = 1; nearer < hop; nearer++) if (!decided.has(nearer) && !hasAnswer(nearer)) return false
    return true
  }
  const settle = (hop: number) => {
    const found = hopOf(hop, answersOf(hop), ground.peer.address)
    decided.set(hop, found)
    report(found)
  }
  const isOver = () => {
    const end = failure === null ? last : Math.min(last, sentMs.length)
    return Array.from({ length: end }, (_, index) => index + 1).every((hop) => decided.has(hop))
  }

  const prober = open(ground, {
    answer(answer) {
      const [hop, probe] = [Math.floor(answer.sequence / PROBES_PER_HOP) + 1, answer.sequence % PROBES_PER_HOP]
      const probes = answers[hop - 1]
      if (hasEnded || !probes || probes[probe] || decided.has(hop) || hop > last) return
      probes[probe] = answer
      longestMs = Math.max(longestMs, answer.rttMs ?? 0)
      if (answer.reason !== HOP_LIMIT_EXCEEDED) last = Math.min(last, hop)
      decide()
    },
    fail: reject,
  })
  if (prober instanceof Unsupported) return prober
  if ('reason' in prober) return { hops: [], failure: prober.reason }

  const sendHop = async () => {
    await turn()
    if (hasEnded) return
    const hop = sentMs.length + 1
    if (hop > last) return
    sentMs.push(performance.now())
    for (let probe = 0; probe < PROBES_PER_HOP && failure === null; probe++) {
      failure = prober.send((hop - 1) * PROBES_PER_HOP + probe, hop)
      if (failure !== null && probe === 0) sentMs.pop()
    }
    if (failure === null && hop < last) sending = setTimeout(() => sendHop().catch(reject), STAGGER_MS)
    decide()
  }
  const release = onAbort(signal, resolve)
  try {
    if (!signal.aborted) sendHop().catch(reject)
    await promise
  } finally {
    hasEnded = true
    release()
    clearTimeout(timer)
    clearTimeout(sending)
    prober[Symbol.dispose]()
  }
  // Cut short: what has answered so far.
  const known = Math.min(last, sentMs.length)
  for (let hop = 1; hop <= known; hop++) if (!decided.has(hop) && hasAnswer(hop)) settle(hop)
  const hops = [...decided.values()].filter(({ hop }) => hop <= last).toSorted((one, other) => one.hop - other.hop)
  return { hops, failure }
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
