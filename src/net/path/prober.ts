import type { Address } from '../../policy/address.ts'
import { BUDGET_EXCEEDED } from '../budget.ts'
import { localReason } from '../libc/attempt.ts'
import type { Channel } from '../libc/channel.ts'
import { type Engine, latency, type Start } from '../libc/engine.ts'
import type { Peer } from '../libc/layout.ts'
import type { Queued } from '../libc/message.ts'
import type { CallResult } from '../libc/sockets.ts'
import { HOP_LIMIT_EXCEEDED, icmpName, localReasonOf } from '../libc/verdict.ts'

export interface ProbeReply {
  /** The number of the probe, as given to `send`. */
  readonly sequence: number
  readonly from: Address | null
  /** Null if the target itself answered as hoped; otherwise what the ICMP message says, in kebab-case, such as "hop-limit-exceeded". */
  readonly reason: string | null
  readonly isLocal: boolean
  /** Null if it is not known which packet was answered. */
  readonly rttMs: number | null
  /** The TTL or hop limit of the reply when it arrived; null if it is not a reply. */
  readonly ttl: number | null
}

/** Sends numbered probes to one target and reports what comes back as it arrives. Disposing it closes its sockets. */
export interface Prober extends Disposable {
  /** `hops` limits how many routers a probe may pass. Returns null, or why it could not be sent from here. */
  send(sequence: number, hops: number | null): string | null
}

export interface ProbeListener {
  onAnswer(answer: ProbeReply): void
  /** Reports a bug of ours. */
  onFault(error: unknown): void
}

export interface ProbeContext {
  readonly engine: Engine
  readonly peer: Peer
}

/** The reason why there is no prober, in kebab-case; null if this system offers no way to send such probes. */
export interface NoProber {
  readonly reason: string | null
}

export type OpenedProber = Prober | NoProber

export type OpenProber = (context: ProbeContext, listener: ProbeListener) => OpenedProber

/** Returns a prober over one socket. `write` sends the probe with a number; the time is stored in `sent`. */
export function proberOver(channel: Channel, sent: Map<number, Start>, write: (sequence: number) => CallResult<Start>): Prober {
  return {
    send(sequence, hops) {
      if (!channel.isListening) return BUDGET_EXCEEDED
      const refused = hops === null ? 0 : channel.setHops(hops)
      if (refused !== 0) return localReasonOf(refused)
      const outcome = write(sequence)
      if ('errno' in outcome) return localReasonOf(outcome.errno)
      sent.set(sequence, outcome.value)
      return null
    },
    [Symbol.dispose]: () => channel[Symbol.dispose](),
  }
}

/** Returns an entry of the error queue as the outcome of a probe; null if it says nothing about its fate. */
export function answerOfQueued(
  queued: Queued,
  { sequence, start, localAddress, nowMs }: { sequence: number; start: Start; localAddress: Address | null; nowMs: number },
): ProbeReply | null {
  const name = icmpName(queued)
  if (name === null) return null
  const from = queued.offender
  // A machine that also forwards packets may appear on the path again, like any router.
  const isRouter = name === HOP_LIMIT_EXCEEDED
  const isLocal = from !== null && from.text === localAddress?.text && from.text !== queued.to?.address.text && !isRouter
  const rttMs = latency(start, queued.atMs, nowMs)
  return { sequence, from, reason: isLocal ? localReason(name) : name, isLocal, rttMs, ttl: null }
}
