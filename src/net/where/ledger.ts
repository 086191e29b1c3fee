import type { PortFinding } from '../findings.ts'
import { HOP_LIMIT_EXCEEDED } from '../libc/verdict.ts'

/** A probe: its destination, the number of routers it may pass, and the TTL with which an answer must arrive to be heard. */
export interface Ask {
  readonly to: 'echo' | 'port' | 'control'
  /** The usual number if absent. */
  readonly hops?: number
  /** Any if absent. */
  readonly least?: number
  /** The number of the round, where the same is asked again whether or not it was answered; 0 if absent. */
  readonly round?: number
}

/** The question how far away the target is, by the way back. */
export const ECHO: Ask = { to: 'echo' }

/** Returns the question whether an answer to the port comes from as near as this. */
export function sieve(least: number): Ask {
  return { to: 'port', least }
}

/** Returns the TTLs to listen from, one after the other, that tell how near a refusal is compared with packets that arrive with this one. */
export function sievesOf(arrived: number): number[] {
  const left = leftWith(arrived)
  return [arrived, arrived + 1, left + 1].filter((least) => least <= 255)
}

/** Returns what shows whether a hop answers for the control port every time, and not by chance. */
export function roundsAt(hops: number): Ask[] {
  return [1, 2].map((round) => ({ to: 'control', hops, round }))
}

/** The unanswered packets after which a hop that answers for another port counts as never reached: a lossy path is not a filter. */
export const SURE_TIMES = 6

export interface Heard {
  /** A router that dropped the packet since it had passed as many as it may, the target's own address, or another one that refused it. */
  readonly from: 'path' | 'target' | 'other'
  readonly address: string | null
  /** Kebab-case, such as "hop-limit-exceeded" or "connection-refused"; null for a reply, or a port that is open. */
  readonly reason: string | null
  /** The TTL or hop limit with which it arrived; null for TCP, which does not show it. */
  readonly arrived: number | null
}

/** The outcome of a probe that was sent so many times; null while it is not known. */
export type ProbeOutcome = Heard | 'silent' | null

interface Track {
  readonly ask: Ask
  readonly sentMs: number[]
  heard: Heard | null
  /** Whether one of them never left this machine: then silence tells nothing. */
  isLost: boolean
}

/** The time after which a probe counts as unanswered, without and with a known round trip. */
const WAIT_MS = 800
const WAIT_LEAST_MS = 250

/** The probes of one look with their answers. Times are those of `performance.now`. */
export class Ledger {
  private readonly tracks = new Map<string, Track>()
  private readonly sequences: Track[] = []
  private waitMs = WAIT_MS
  nowMs = 0
  /** The plain check of the port; null while it is under way. */
  plain: PortFinding | null = null

  constructor(
    readonly version: 4 | 6,
    readonly protocol: 'tcp' | 'udp',
    private readonly target: string,
  ) {}

  get packets(): number {
    return this.sequences.length
  }

  /** The times that the target was made to report that a packet had passed too many routers: it may do that only so often. */
  get provoked(): number {
    return [...this.tracks.values()].filter(({ heard }) => isProof(heard)).length
  }

  sent(ask: Ask, nowMs: number): void {
    const track = this.tracks.get(keyOf(ask)) ?? { ask, sentMs: [], heard: null, isLost: false }
    this.tracks.set(keyOf(ask), track)
    this.sequences.push(track)
    track.sentMs.push(nowMs)
  }

  /** Stores an answer. Null if the probe has been answered before; the last router to answer late changes nothing. */
  hear(sequence: number, answer: { address: string | null; reason: string | null; arrived: number | null }): Track | null {
    const track = this.sequences[sequence]
    if (!track || track.heard) return null
    const isTarget = answer.address === this.target
    const from = isTarget ? 'target' : answer.reason === HOP_LIMIT_EXCEEDED ? 'path' : 'other'
    track.heard = { ...answer, from }
    return track
  }

  /** Stores that a probe never left this machine. It is not sent again. */
  lose(sequence: number): void {
    const track = this.sequences[sequence]
    if (track) track.isLost = true
  }

  /** Learns from an answer how long others take. */
  learn(rttMs: number | null): void {
    if (rttMs !== null) this.waitMs = Math.min(WAIT_MS, Math.max(WAIT_LEAST_MS, 3 * rttMs + 150))
  }

  outcome(ask: Ask, times = 1): ProbeOutcome {
    const track = this.tracks.get(keyOf(ask))
    if (track?.heard) return track.heard
    if (track?.isLost) return null
    const lastMs = track?.sentMs[times - 1]
    return lastMs !== undefined && this.nowMs >= lastMs + this.waitMs ? 'silent' : null
  }

  isSent(ask: Ask): boolean {
    return this.tracks.has(keyOf(ask))
  }

  /** Returns when a probe is to be sent the next time if it is to be sent so many times, so far apart; null if that is done. */
  dueMs(ask: Ask, times: number, everyMs: number): number | null {
    const track = this.tracks.get(keyOf(ask))
    if (!track) return 0
    if (track.heard || track.isLost || track.sentMs.length >= times) return null
    return Math.max(...track.sentMs) + everyMs
  }

  /** Returns when the first of the probes that are still awaited counts as unanswered; infinity if none is. */
  nextExpiryMs(): number {
    const awaited = [...this.tracks.values()].filter(({ heard, isLost }) => !heard && !isLost).flatMap(({ sentMs }) => sentMs)
    return Math.min(...awaited.map((at) => at + this.waitMs).filter((at) => at > this.nowMs), Number.POSITIVE_INFINITY)
  }

  /** The probes to the port itself or to the control port, nearest first; those that only listen for near answers are not among them. */
  at(to: 'port' | 'control'): { readonly hops: number; readonly heard: Heard | null; readonly times: number }[] {
    return [...this.tracks.values()]
      .flatMap(({ ask, heard, isLost, sentMs }) =>
        ask.to === to && ask.hops !== undefined && !ask.round
          ? [{ hops: ask.hops, heard, times: isLost ? 0 : sentMs.length }]
          : [],
      )
      .toSorted((one, other) => one.hops - other.hops)
  }
}

export function isHeard(outcome: ProbeOutcome): outcome is Heard {
  return outcome !== null && outcome !== 'silent'
}

/** Returns whether an answer is the target's own report that it was forwarding a packet. */
function isProof(heard: Heard | null): boolean {
  return heard?.from === 'target' && heard.reason === HOP_LIMIT_EXCEEDED
}

/** Returns the TTL with which a packet most likely left: senders start with one of these. */
export function leftWith(arrived: number): number {
  return arrived <= 64 ? 64 : arrived <= 128 ? 128 : 255
}

function keyOf({ to, hops, least, round = 0 }: Ask): string {
  return `${to} ${hops} ${least} ${round}`
}

/** An answer, and the number of routers that the packet might pass. */
export interface HeardAt {
  readonly hops: number
  readonly heard: Heard
}

/** The answers of a look that decide. */
export interface Facts {
  /** The hop limits at which the public address said that it was forwarding the port, nearest first; always none over IPv6. */
  readonly proofs: readonly HeardAt[]
  /** The nearest answer to the port by the target that is not such a report. */
  readonly end: HeardAt | null
  /** The nearest refusal by another than the target. */
  readonly refusal: HeardAt | null
  /** The furthest router that a packet to the port, and to the control port, has reached. */
  readonly furthest: HeardAt | null
  readonly furthestControl: HeardAt | null
  /** The TTL with which the echo reply of the address arrived; null without one. */
  readonly echoed: number | null
  /** The number of hops to the address by the way back of its echo reply: a guess, since the way there may differ. */
  readonly guess: number | null
}

export function factsOf(ledger: Ledger): Facts {
  const heardOf = (to: 'port' | 'control') =>
    ledger.at(to).flatMap(({ hops, heard }): HeardAt[] => (heard ? [{ hops, heard }] : []))
  const ports = heardOf('port')
  const proves = ({ heard }: HeardAt) => ledger.version === 4 && isProof(heard)
  const isRouter = ({ heard }: HeardAt) => heard.from === 'path' || (isProof(heard) && ledger.version === 6)
  const echo = ledger.outcome(ECHO)
  const echoed = isHeard(echo) && echo.reason === null ? echo.arrived : null
  return {
    proofs: ports.filter(proves),
    end: ports.find(({ heard }) => heard.from === 'target' && !isProof(heard)) ?? null,
    refusal: ports.find(({ heard }) => heard.from === 'other') ?? null,
    furthest: ports.findLast(isRouter) ?? null,
    furthestControl: heardOf('control').findLast(isRouter) ?? null,
    echoed,
    guess: echoed === null ? null : leftWith(echoed) - echoed + 1,
  }
}
