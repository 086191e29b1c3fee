import type { PortFinding } from '../findings.ts'
import type { Probe, ProbeState, Progress } from '../path/driver.ts'
import type { ProbeReply } from '../path/prober.ts'
import { type Ask, Ledger } from './ledger.ts'
import { plan } from './plan.ts'
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
