import type { PortFinding } from '../findings.ts'
import type { Probe, ProbeState, Progress } from '../path/driver.ts'
import type { ProbeReply } from '../path/prober.ts'
import {
  type Ask,
  ECHO,
  type Facts,
  factsOf,
  Ledger,
  leftWith,
  type Outcome,
  type Place,
  type Sighting,
  sieve,
  sievesOf,
  type WhereFinding,
  type WhereVerdict,
} from './ledger.ts'

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
/** The unanswered packets after which a hop that answers for another port counts as never reached: a lossy path is not a filter. */
const SURE_TIMES = 6

/** Returns the probes that are wanted by what is known so far, those that were sent included. More are wanted once these are settled. */
function plan(ledger: Ledger): readonly Wish[] {
  const planner = new Planner(ledger)
  if (planner.ask(ECHO) === null) return planner.wishes
  const facts = factsOf(ledger)
  const { guess } = facts
  const window = guess === null ? between(1, SWEEP) : between(guess - 1, guess + 1)
  if (!planner.ports(window)) return planner.wishes
  if (facts.proofs.length > 0) proven(planner, facts)
  else if (facts.refusal === null && facts.end) ended(planner, facts, facts.end.hops)
  else if (facts.refusal === null) silent(planner, facts)
  return planner.wishes
}

class Planner {
  readonly wishes: Wish[] = []

  constructor(readonly ledger: Ledger) {}

  ask(ask: Ask, times = 1, everyMs = 0): Outcome {
    this.wishes.push({ ask, times, everyMs })
    return this.ledger.outcome(ask, times)
  }

  port(hops: number, times = 1, everyMs = AGAIN_MS): Outcome {
    return hops < 1 ? 'silent' : this.ask({ to: 'port', hops, least: null }, times, everyMs)
  }

  control(hops: number, times = 2, everyMs = AGAIN_MS): Outcome {
    return hops < 1 ? 'silent' : this.ask({ to: 'control', hops, least: null }, times, everyMs)
  }

  ports(all: readonly number[], times = 1, everyMs = AGAIN_MS): boolean {
    return all.map((hops) => this.port(hops, times, everyMs)).every((outcome) => outcome !== null)
  }

  /** Asks only if the target would not be provoked too often. */
  provoke(to: 'port' | 'control', hops: number, times = 1): Outcome {
    const ask: Ask = { to, hops, least: null }
    if (hops < 1 || (!this.ledger.isSent(ask) && this.ledger.provoked >= PROVOKED_MAX)) return 'silent'
    return this.ask(ask, times, AGAIN_MS)
  }

  /** Asks from how near a refusal over TCP comes, compared with packets that arrive with this TTL. */
  standing(arrived: number): void {
    for (const least of sievesOf(arrived)) {
      const outcome = this.ask(sieve(least), 2, AGAIN_MS)
      if (outcome === null || outcome === 'silent') return
    }
  }
}

/** Asks, where the rule is proven, who else forwards, whether every port is forwarded, and who refuses. */
function proven(planner: Planner, { proofs }: Facts): void {
  const { ledger } = planner
  const [nearest, last] = [proofs[0], proofs.at(-1)]
  if (!nearest || !last) return
  planner.provoke('port', nearest.hops - 1)
  planner.provoke('port', last.hops + 1)
  planner.provoke('control', nearest.hops, 2)
  if (ledger.plain?.status === 'refused' && last.heard.arrived !== null) planner.standing(last.heard.arrived)
}

/** Asks, where the target answers without having forwarded anything, whether it is the target itself, or somebody on the way. */
function ended(planner: Planner, { end, echoed }: Facts, hops: number): void {
  if (planner.port(hops - 1, 2, REPORT_MS) === 'silent') planner.port(hops - 2, 2)
  planner.control(hops)
  if (end?.heard.reason === 'connection-refused' && echoed !== null) planner.standing(echoed)
}

/** Asks, where nothing is heard of the target, where the packets end, and whether those to another port end there too. */
function silent(planner: Planner, { guess, furthest, furthestControl }: Facts): void {
  const reached = furthest?.hops ?? 0
  const next = guess !== null && reached < guess ? guess : reached + 1
  if (guess === null && reached > SWEEP - 3 && !planner.ports(between(SWEEP + 1, SWEEP_MAX))) return
  if (guess !== null && reached < guess - 1 && !planner.ports(between(1, guess - 2))) return
  planner.port(next, 3, REPORT_MS)
  planner.port(next + 1, 2, REPORT_MS)
  // A router between that is never heard tells nothing, so the hop before the address counts twice.
  planner.port(next - 1, 3)
  for (const hops of new Set([reached + 1, next - 1, next])) planner.control(hops, hops === next ? 1 : 2)
  const further = furthestControl?.hops ?? 0
  for (const hops of between(reached + 1, Math.min(further, reached + 3))) planner.port(hops, SURE_TIMES)
  if (further > reached) for (const ask of roundsAt(further)) planner.ask(ask)
}

/** Returns what shows whether a hop answers for the control port every time, and not by chance. */
function roundsAt(hops: number): Ask[] {
  return [1, 2].map((round) => ({ to: 'control', hops, least: null, round }))
}

function between(first: number, last: number): number[] {
  const from = Math.max(1, first)
  return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)
}

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
    return { sequence: this.ledger.packets, hops: due.ask.hops }
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
    if (to === 'port' && hops !== null && track.heard) this.heard.push({ hopLimit: hops, from: track.heard.from, reason })
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

  private maySend(nowMs: number): boolean {
    const isTurn = this.ledger.plain !== null || nowMs >= this.startMs + HEAD_START_MS
    return isTurn && !this.isOpen && this.failure === null && this.ledger.packets < PACKETS_MAX && nowMs < this.startMs + END_MS
  }

  private dueMs(nowMs: number): number | null {
    const endMs = this.startMs + END_MS
    if (this.isOpen || nowMs >= endMs) return null
    const isEarly = this.ledger.plain === null && nowMs < this.startMs + HEAD_START_MS
    if (isEarly) return this.startMs + HEAD_START_MS
    const wishes = this.maySend(nowMs) ? plan(this.ledger) : []
    const due = wishes.flatMap(({ ask, times, everyMs }) => this.ledger.dueMs(ask, times, everyMs) ?? [])
    const nextMs = Math.min(...due, this.ledger.nextExpiryMs())
    if (nextMs === Number.POSITIVE_INFINITY && this.ledger.plain !== null) return null
    return Math.min(nextMs, endMs)
  }
}

/** Returns what the answers prove, and no more. */
function judgeWhere(ledger: Ledger): WhereFinding {
  const facts = factsOf(ledger)
  const { proofs, end, refusal, furthest, guess } = facts
  const isProven = proofs.length > 0
  const verdict = isProven ? behindRule(ledger, facts) : withoutProof(ledger, facts)
  const isAtAddress = verdict === 'refused-at-address' || verdict === 'refused-by-device'
  const known = guess !== null && (furthest?.hops ?? 0) < guess ? guess : null
  return {
    verdict,
    forwardingRule: ledger.version === 6 ? null : isProven ? 'proven' : 'not-seen',
    allPorts: isProven ? allPorts(ledger, facts) : null,
    distance: proofs[0]?.hops ?? (isAtAddress && end ? end.hops : known),
    forwarders: isProven ? new Set(proofs.map(({ heard }) => heard.arrived)).size : null,
    answeredAt: end?.hops ?? null,
    stoppedAfter:
      verdict === 'stopped-before' && furthest?.heard.address ? { hop: furthest.hops, address: furthest.heard.address } : null,
    evidence: evidenceIn(ledger, Math.max(...[furthest, end, refusal, proofs.at(-1)].map((place) => place?.hops ?? 0))),
    packets: ledger.packets,
  }
}

/** The hops behind the last one of interest that are shown. */
const SHOWN_BEHIND = 2

/** Returns what came back from each hop, up to the first ones behind which nothing new is heard. */
function evidenceIn(ledger: Ledger, last: number): Sighting[] {
  return ledger
    .at('port')
    .filter(({ hops, times }) => hops <= last + SHOWN_BEHIND && times > 0)
    .map(({ hops, heard }) => ({ hopLimit: hops, from: heard?.from ?? null, reason: heard?.reason ?? null }))
}

const REFUSED: readonly string[] = [
  'connection-refused',
  'port-unreachable',
  'protocol-unreachable',
  'admin-prohibited',
  'host-prohibited',
  'net-prohibited',
]
const ABSENT: readonly string[] = ['host-unreachable', 'host-unknown']

function behindRule(ledger: Ledger, { proofs, end }: Facts): WhereVerdict {
  const last = proofs.at(-1)?.heard.arrived ?? null
  const { reason, arrived } = answerOf(ledger.plain, end)
  if (reason === null) return 'silent-device'
  if (REFUSED.includes(reason)) {
    const from = reason === 'connection-refused' ? refusedFrom(ledger, last) : standing(arrived, last)
    return from === 'same' || from === 'nearer' ? 'refused-at-address' : 'refused-by-device'
  }
  // The router of its network looks for the device there; any other knows only that the address leads nowhere.
  return ABSENT.includes(reason) && (last === null || arrived === null || arrived === last) ? 'no-device' : 'wrong-address'
}

/** Returns the answer to the port by the plain check, otherwise that to a probe. */
function answerOf(plain: PortFinding | null, end: Place | null): { reason: string | null; arrived: number | null } {
  const isAnswered = plain !== null && (plain.status === 'refused' || plain.status === 'closed')
  if (isAnswered) return { reason: plain.reason, arrived: plain.icmpHops }
  return { reason: end?.heard.reason ?? null, arrived: end?.heard.arrived ?? null }
}

/** The place of a sender, compared with another; one that uses another first TTL is another system, so it stands behind the first. */
type Standing = 'nearer' | 'same' | 'beyond' | null

function standing(arrived: number | null, other: number | null): Standing {
  if (arrived === null || other === null) return null
  if (leftWith(arrived) !== leftWith(other)) return 'beyond'
  return arrived === other ? 'same' : arrived > other ? 'nearer' : 'beyond'
}

/** Returns from where a refusal over TCP comes, compared with packets that arrive with this TTL; null if that is not known. */
function refusedFrom(ledger: Ledger, arrived: number | null): Standing {
  if (arrived === null) return null
  const [same, nearer, other] = sievesOf(arrived)
  const passes = (least: number | undefined) => {
    const outcome = least === undefined ? 'silent' : ledger.outcome(sieve(least), 2)
    return outcome === null ? null : outcome !== 'silent'
  }
  if (passes(same) !== true) return passes(same) === null ? null : 'beyond'
  if (passes(nearer) !== true) return passes(nearer) === null ? null : 'same'
  if (passes(other) === null) return null
  return passes(other) ? 'beyond' : 'nearer'
}

function allPorts(ledger: Ledger, { proofs }: Facts): boolean | null {
  const asked = ledger.at('control').find(({ hops }) => hops === proofs[0]?.hops)
  if (!asked) return null
  return asked.heard?.from === 'target' && asked.heard.reason === proofs[0]?.heard.reason
}

function withoutProof(ledger: Ledger, facts: Facts): WhereVerdict {
  const { refusal, end } = facts
  const { plain } = ledger
  const isByOther = plain?.status === 'closed' && plain.icmpSource !== null
  if (refusal || isByOther) {
    const reason = refusal?.heard.reason ?? plain?.reason
    return ledger.version === 6 && reason === 'address-unreachable' ? 'no-device' : 'refused-on-the-way'
  }
  return end ? atEnd(ledger, facts, end) : inSilence(ledger, facts)
}

function atEnd(ledger: Ledger, { guess, echoed, furthest }: Facts, { hops, heard }: Place): WhereVerdict {
  const control = ledger.at('control').find((one) => one.hops === hops)?.heard ?? null
  const from = heard.reason === 'connection-refused' ? refusedFrom(ledger, echoed) : standing(heard.arrived, echoed)
  if (from === 'nearer') return 'refused-on-the-way'
  // Somebody has passed it on, but the address never said so.
  const isBeyond = guess !== null && hops > guess && (furthest?.hops ?? 0) < guess
  if (from === 'beyond' || isBeyond) return 'cannot-tell'
  if (from === 'same' || (control?.from === 'target' && control.reason === heard.reason)) return 'refused-at-address'
  // A router stands where the answer came from, so the address does not.
  if (control?.from === 'path') return 'refused-on-the-way'
  return guess === null ? 'cannot-tell' : 'refused-at-address'
}

function inSilence(ledger: Ledger, facts: Facts): WhereVerdict {
  const { guess, furthest } = facts
  if (endsEarlier(ledger, facts)) return 'stopped-before'
  const reached = furthest?.hops ?? 0
  // A packet that never left this machine was not dropped by the address.
  if (ledger.at('port').some(({ hops, times }) => hops > reached && times === 0)) return 'cannot-tell'
  if (ledger.version === 6) return guess !== null && reached === guess - 1 && reached > 0 ? 'router-reached' : 'cannot-tell'
  return reached > 0 || guess === 1 ? 'silent-at-address' : 'cannot-tell'
}

function isHeard(outcome: Outcome): boolean {
  return outcome !== null && outcome !== 'silent'
}

/** Returns whether packets to the port end before a router that those to the control port reach, or before the address that these do. */
function endsEarlier(ledger: Ledger, { guess, furthest, furthestControl }: Facts): boolean {
  const reached = furthest?.hops ?? 0
  const further = furthestControl?.hops ?? 0
  // On the last link, a filter looks as if the address itself kept silent.
  if (further <= reached || (guess !== null && reached >= guess - 1)) return false
  // Without a router that was heard of, only the first one can tell that nothing came as far as it.
  if (reached === 0 && !ledger.at('control').some(({ hops, heard }) => hops === 1 && heard)) return false
  if (!roundsAt(further).every((ask) => isHeard(ledger.outcome(ask)))) return false
  return ledger
    .at('port')
    .filter(({ hops }) => hops > reached && hops <= Math.min(further, reached + 3))
    .every(({ times, heard }) => heard === null && times >= SURE_TIMES)
}
