import type { Bounds } from '../budget.ts'
import { drive, type Probe, type ProbeState, type Progress } from './driver.ts'
import type { OpenProber, ProbeContext, ProbeReply } from './prober.ts'

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
