import type { Address } from '../../policy/address.ts'
import { PublicEndpoint, type PublicTarget } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { sharedEngine } from '../libc/engine.ts'
import { nextSlot } from '../pace.ts'
import { sourceTo } from '../portable.ts'
import { drive, type Probe, type ProbeState, type Progress } from './driver.ts'
import { openEcho } from './echo.ts'
import { type OpenProber, openDatagrams, openHandshakes, type ProbeContext, type ProbeReply } from './prober.ts'
import { runTrace, type TraceRun, type TraceWanted } from './trace.ts'

export { HANDSHAKE_PORT } from './prober.ts'
export type { TracedHop } from './trace.ts'

/** The ways to trace a path: datagrams to ports where nothing listens, echo requests, or handshakes. */
export const TRACE_METHODS = ['udp', 'icmp', 'tcp'] as const
type TraceMethod = (typeof TRACE_METHODS)[number]

/** The target of a trace, and the method: only handshakes connect. */
export type Way =
  | { readonly method: 'tcp'; readonly to: PublicEndpoint }
  | { readonly method: Exclude<TraceMethod, 'tcp'>; readonly to: PublicTarget }

/** The bytes after the header of an echo request: as many as ping sends, and as traceroute sends. */
const PING_BYTES = 56
const TRACE_BYTES = 32

const echoOf =
  (bytes: number): OpenProber =>
  (context, listener) =>
    openEcho(context, listener, bytes)
const OPENERS = { udp: openDatagrams, icmp: echoOf(TRACE_BYTES), tcp: openHandshakes }

/** Pings and traces of one request. Both return null on a system that offers no way to do it. */
export class Path {
  constructor(private readonly bounds: Bounds) {}

  /** Sends five echo requests a second to an address; each reply is reported as it comes. */
  async ping({ address }: PublicTarget, wanted: Omit<PingWanted, 'bounds'>): Promise<PingRun | null> {
    await nextSlot()
    const context = contextOf(address, 0)
    return context && runPing(context, echoOf(PING_BYTES), { ...wanted, bounds: this.bounds })
  }

  /** Traces the routers on the path to an address; each hop is reported as soon as its outcome is known. */
  async trace(way: Way, wanted: Omit<TraceWanted, 'bounds'>): Promise<TraceRun | null> {
    if (way.method === 'tcp') PublicEndpoint.assert(way.to)
    await nextSlot()
    const context = contextOf(way.to.address, way.method === 'tcp' ? way.to.port : 0)
    return context && runTrace(context, OPENERS[way.method], { ...wanted, bounds: this.bounds })
  }
}

/** The addresses that are checked for a route: names with thousands of them must not cost more than others. */
const ROUTES_LOOKED_UP = 4

/** Returns the first address of a host that this machine has a route to; the first one if there is none. */
export function reachableFirst<To extends PublicTarget | PublicEndpoint>(all: readonly To[]): To {
  const found = all.slice(0, ROUTES_LOOKED_UP).find(sourceTo) ?? all[0]
  if (!found) throw new Error('an admitted host has an address')
  return found
}

/**
 * Returns the sockets and target of a prober; null on systems other than Linux, which do not show an unprivileged program the messages of
 * routers.
 */
function contextOf(address: Address, port: number): ProbeContext | null {
  const engine = sharedEngine()
  return engine && { engine, peer: { address, port } }
}

/** The interval at which ping lets unprivileged users send. */
const INTERVAL_MS = 200
/** The wait for the last replies if nothing at all has come back: long enough for a router to report that it cannot find the host. */
const SILENCE_MS = 4000
/** The wait once something has come back: at least this long, or this many times the longest round trip. */
const REPLY_MS = 1000
const ROUND_TRIPS = 2

export interface PingReply {
  readonly seq: number
  readonly answer: ProbeReply | null
}

export interface PingRun {
  readonly sent: number
  /** One for each that was sent, in that order. */
  readonly replies: readonly PingReply[]
  /** The reason why the rest could not be sent; null if all were. */
  readonly failure: string | null
}

/** The state of the echo requests of one ping. They are counted from one. */
class PingState implements ProbeState<PingReply> {
  private readonly answers = new Map<number, ProbeReply>()
  private unreported: PingReply[] = []
  private sentCount = 0
  private failure: string | null = null
  private longestMs = 0
  /** The time at which the next request is due, and the time at which the last one was sent. */
  private nextMs = 0
  private lastMs = 0

  constructor(private readonly count: number) {}

  start(nowMs: number): void {
    this.nextMs = nowMs
  }

  nextProbe(nowMs: number): Probe | null {
    return this.isSending() && nowMs >= this.nextMs ? { sequence: this.sentCount + 1, hops: null } : null
  }

  sent(_: Probe, failure: string | null, nowMs: number): void {
    this.failure = failure
    if (failure === null) this.sentCount++
    this.lastMs = nowMs
    this.nextMs = nowMs + INTERVAL_MS
  }

  answered(answer: ProbeReply): boolean {
    const { sequence, rttMs } = answer
    // A second reply to the same request changes nothing.
    if (sequence < 1 || sequence > this.sentCount || this.answers.has(sequence)) return false
    this.answers.set(sequence, answer)
    this.unreported.push({ seq: sequence, answer })
    this.longestMs = Math.max(this.longestMs, rttMs ?? 0)
    return true
  }

  settle(nowMs: number): Progress<PingReply> {
    const settled = this.unreported
    this.unreported = []
    return { settled, dueMs: this.dueMs(nowMs) }
  }

  /** Returns the findings so far, even of a ping that was cut short. */
  found(): PingRun {
    const replies = Array.from({ length: this.sentCount }, (_, index) => {
      const seq = index + 1
      return { seq, answer: this.answers.get(seq) ?? null }
    })
    return { sent: this.sentCount, replies, failure: this.failure }
  }

  private dueMs(nowMs: number): number | null {
    if (this.isSending()) return this.nextMs
    if (this.answers.size === this.sentCount) return null
    const waitMs = this.answers.size === 0 ? SILENCE_MS : Math.max(REPLY_MS, ROUND_TRIPS * this.longestMs)
    return nowMs >= this.lastMs + waitMs ? null : this.lastMs + waitMs
  }

  private isSending(): boolean {
    return this.sentCount < this.count && this.failure === null
  }
}

export interface PingWanted {
  readonly count: number
  readonly bounds: Bounds
  readonly report: (reply: PingReply) => void
}

/**
 * Sends echo requests, waits for replies, and reports each as it comes. Ends early when the signal fires. Null if this system offers no way
 * to do it.
 */
export async function runPing(context: ProbeContext, open: OpenProber, wanted: PingWanted): Promise<PingRun | null> {
  const state = new PingState(wanted.count)
  const none = await drive(state, context, open, wanted)
  if (none) return none.reason === null ? null : { sent: 0, replies: [], failure: none.reason }
  const run = state.found()
  for (const reply of run.replies) if (!reply.answer) wanted.report(reply)
  return run
}
