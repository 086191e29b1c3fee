import type { PortFinding } from '../findings.ts'
import type { Probe, ProbeState, Progress } from '../path/driver.ts'
import type { ProbeReply } from '../path/prober.ts'
import {
  type Ask,
  ECHO,
  type Facts,
  factsOf,
  type HeardAt,
  isHeard,
  Ledger,
  type ProbeOutcome,
  roundsAt,
  SURE_TIMES,
  sieve,
  sievesOf,
} from './ledger.ts'
import { judgeWhere, type Sighting, type WhereFinding } from './verdict.ts'

/** The sequence of the plain check, whose outcome arrives among those of the probes. */
export const PLAIN = -1

/** The time that the plain check has for itself: an open port is not looked at. */
const HEAD_START_MS = 500
/** The time after which a look ends with what it knows. */
const END_MS = 4000
const PACKETS_MAX = 34

/** The state of one look: no timers, no sockets. */
export class WhereState implements ProbeState<Sighting> {
  private readonly ledger: Ledger
  private readonly heard: Sighting[] = []
  private readonly asks = new Map<number, Ask>()
  private startMs = 0
  private isOpen = false
  private failure: string | null = null

  constructor(version: 4 | 6, protocol: 'tcp' | 'udp', target: string) {
    this.ledger = new Ledger(version, protocol, target)
  }

  start(nowMs: number): void {
    this.startMs = nowMs
  }

  nextProbe(nowMs: number): Probe | null {
    this.ledger.nowMs = nowMs
    if (!this.maySend(nowMs)) return null
    const due = plan(this.ledger).find(({ ask, times, everyMs }) => {
      const dueMs = this.ledger.dueMs(ask, times, everyMs)
      return dueMs !== null && dueMs <= nowMs
    })
    if (!due) return null
    this.asks.set(this.ledger.packets, due.ask)
    return { sequence: this.ledger.packets, hops: due.ask.hops ?? null }
  }

  askOf(sequence: number): Ask {
    const ask = this.asks.get(sequence)
    if (!ask) throw new Error('a probe is asked for before it is sent')
    return ask
  }

  sent({ sequence }: Probe, failure: string | null, nowMs: number): void {
    if (failure === null) this.ledger.sent(this.askOf(sequence), nowMs)
    else this.failure = failure
  }

  plainSettled(finding: PortFinding): void {
    this.ledger.plain = finding
    this.ledger.learn(finding.status === 'timeout' ? null : finding.latencyMs)
    this.isOpen = finding.status === 'open' || finding.status === 'error'
  }

  answered({ sequence, from, reason, isLocal, rttMs, ttl }: ProbeReply): boolean {
    if (sequence === PLAIN) return true
    // This machine says nothing about the path.
    if (isLocal) this.ledger.lose(sequence)
    const track = isLocal ? null : this.ledger.hear(sequence, { address: from?.text ?? null, reason, arrived: ttl })
    if (!track) return isLocal
    if (track.ask.to === 'echo') this.ledger.learn(rttMs)
    const { hops, to } = track.ask
    if (to === 'port' && hops !== undefined && track.heard) this.heard.push({ hopLimit: hops, from: track.heard.from, reason })
    return true
  }

  settle(nowMs: number): Progress<Sighting> {
    this.ledger.nowMs = nowMs
    return { settled: this.heard.splice(0), dueMs: this.dueMs(nowMs) }
  }

  /** Returns the finding; null if the port is open, or nothing could be sent. A look that was cut short proves nothing by silence. */
  found(isCut = false): WhereFinding | null {
    if (this.isOpen || this.ledger.packets === 0) return null
    const found = judgeWhere(this.ledger)
    return isCut || this.failure !== null ? { ...found, verdict: 'cannot-tell', stoppedAfter: null } : found
  }

  /** Whether the plain check still has the time that is its own. */
  private isEarly(nowMs: number): boolean {
    return this.ledger.plain === null && nowMs < this.startMs + HEAD_START_MS
  }

  private maySend(nowMs: number): boolean {
    const isUseful = !this.isOpen && this.failure === null && nowMs < this.startMs + END_MS
    return isUseful && !this.isEarly(nowMs) && this.ledger.packets < PACKETS_MAX
  }

  private dueMs(nowMs: number): number | null {
    const endMs = this.startMs + END_MS
    if (this.isOpen || nowMs >= endMs) return null
    if (this.isEarly(nowMs)) return this.startMs + HEAD_START_MS
    const wishes = this.maySend(nowMs) ? plan(this.ledger) : []
    const due = wishes.flatMap(({ ask, times, everyMs }) => this.ledger.dueMs(ask, times, everyMs) ?? [])
    const nextMs = Math.min(...due, this.ledger.nextExpiryMs())
    if (nextMs === Number.POSITIVE_INFINITY && this.ledger.plain !== null) return null
    return Math.min(nextMs, endMs)
  }
}

/** A probe that is wanted so many times, this far apart, until it is answered. */
interface Wish {
  readonly ask: Ask
  readonly times: number
  readonly everyMs: number
}

/** The hops that are tried at once where the distance is not known, and the furthest that are. */
const SWEEP = 16
const SWEEP_MAX = 24
/** The most reports of the target that a look may provoke: most systems send few of them a second. */
const PROVOKED_MAX = 2
/** The time after which a target that reports only so often will report again. */
const REPORT_MS = 1100
const AGAIN_MS = 250

/** Returns the probes that are wanted by what is known so far, those that were sent included. More are wanted once these are settled. */
function plan(ledger: Ledger): readonly Wish[] {
  const planner = new Planner(ledger)
  if (planner.ask(ECHO) === null) return planner.wishes
  const facts = factsOf(ledger)
  const { guess, proofs, refusal, end } = facts
  const window = guess === null ? between(1, SWEEP) : between(guess - 1, guess + 1)
  if (!planner.ports(window)) return planner.wishes
  if (proofs.length > 0) planProven(planner, facts)
  else if (refusal === null && end) planEnded(planner, facts, end)
  else if (refusal === null) planSilent(planner, facts)
  return planner.wishes
}

/** The wishes of one plan. Each method adds to them, and returns what is known of the answer. */
class Planner {
  readonly wishes: Wish[] = []

  constructor(readonly ledger: Ledger) {}

  ask(ask: Ask, times = 1, everyMs = AGAIN_MS): ProbeOutcome {
    this.wishes.push({ ask, times, everyMs })
    return this.ledger.outcome(ask, times)
  }

  /** Asks at a hop; where there is none, nobody answers. */
  at(hops: number, to: 'port' | 'control', times = 1, everyMs = AGAIN_MS): ProbeOutcome {
    return hops < 1 ? 'silent' : this.ask({ to, hops }, times, everyMs)
  }

  /** Asks the port at several hops. Returns whether all answers are known. */
  ports(all: readonly number[]): boolean {
    return all.map((hops) => this.at(hops, 'port')).every((outcome) => outcome !== null)
  }

  /** Asks only if the target would not be provoked too often. */
  provoke(hops: number, to: 'port' | 'control', times = 1): void {
    if (this.ledger.isSent({ to, hops }) || this.ledger.provoked < PROVOKED_MAX) this.at(hops, to, times)
  }

  /** Asks from how near a refusal over TCP comes, compared with packets that arrive with this TTL. */
  nearness(arrived: number): void {
    for (const least of sievesOf(arrived)) if (!isHeard(this.ask(sieve(least), 2))) return
  }
}

/** Asks, where the rule is proven, who else forwards, whether every port is forwarded, and who refuses. */
function planProven(planner: Planner, { proofs }: Facts): void {
  const { ledger } = planner
  const [nearest, last] = [proofs[0], proofs.at(-1)]
  if (!nearest || !last) return
  planner.provoke(nearest.hops - 1, 'port')
  planner.provoke(last.hops + 1, 'port')
  planner.provoke(nearest.hops, 'control', 2)
  if (ledger.plain?.status === 'refused' && last.heard.arrived !== null) planner.nearness(last.heard.arrived)
}

/** Asks, where the target answers without having forwarded anything, whether it is the target itself, or somebody on the way. */
function planEnded(planner: Planner, { echoed }: Facts, { hops, heard }: HeardAt): void {
  if (planner.at(hops - 1, 'port', 2, REPORT_MS) === 'silent') planner.at(hops - 2, 'port', 2)
  planner.at(hops, 'control', 2)
  if (heard.reason === 'connection-refused' && echoed !== null) planner.nearness(echoed)
}

/** Asks, where nothing is heard of the target, where the packets end, and whether those to another port end there too. */
function planSilent(planner: Planner, { guess, furthest, furthestControl }: Facts): void {
  const reached = furthest?.hops ?? 0
  const next = guess !== null && reached < guess ? guess : reached + 1
  if (guess === null && reached > SWEEP - 3 && !planner.ports(between(SWEEP + 1, SWEEP_MAX))) return
  if (guess !== null && reached < guess - 1 && !planner.ports(between(1, guess - 2))) return
  planner.at(next, 'port', 3, REPORT_MS)
  planner.at(next + 1, 'port', 2, REPORT_MS)
  // A router between that is never heard tells nothing, so the hop before the address counts twice.
  planner.at(next - 1, 'port', 3)
  for (const hops of new Set([reached + 1, next - 1, next])) planner.at(hops, 'control', hops === next ? 1 : 2)
  const further = furthestControl?.hops ?? 0
  for (const hops of between(reached + 1, Math.min(further, reached + 3))) planner.at(hops, 'port', SURE_TIMES)
  if (further > reached) for (const ask of roundsAt(further)) planner.ask(ask)
}

/** Returns the hops from one to another, from 1 on. */
function between(first: number, last: number): number[] {
  const from = Math.max(1, first)
  return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)
}
