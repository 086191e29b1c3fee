import type { Address } from '../../policy/address.ts'
import { BUDGET_EXCEEDED } from '../budget.ts'
import type { Engine, Start } from '../libc/attempt.ts'
import { latency, localReason } from '../libc/attempt.ts'
import type { Channel } from '../libc/channel.ts'
import { HOP_LIMIT_EXCEEDED, icmpName } from '../libc/icmp.ts'
import type { Peer } from '../libc/layout.ts'
import type { Queued } from '../libc/message.ts'
import type { Outcome } from '../libc/sockets.ts'
import { errorName, impossibleBy } from '../libc/verdict.ts'

/** What came of one probe. */
export interface Answer {
  /** Which probe: the number that was given to `send`. */
  readonly sequence: number
  /** Who answered. */
  readonly from: Address | null
  /** Null if the target itself answered as hoped; else what the ICMP message says, in kebab-case, such as "hop-limit-exceeded". */
  readonly reason: string | null
  /** Whether it was this machine that said so. */
  readonly isLocal: boolean
  /** Null where it is not known which packet was answered. */
  readonly rttMs: number | null
  /** The TTL or hop limit of the reply when it arrived; null for what is no reply. */
  readonly ttl: number | null
}

/** Sends numbered probes to one target; what comes back is told as it comes. Disposing it closes its sockets. */
export interface Prober extends Disposable {
  /** With `hops` a probe may pass so many routers. Null, or why it could not be sent from here. */
  send(sequence: number, hops: number | null): string | null
}

/** Who is told what becomes of the probes. */
export interface ProbeListener {
  onAnswer(answer: Answer): void
  /** A fault of ours. */
  onFault(error: unknown): void
}

/** What every prober needs: the sockets, and the target. */
export interface ProbeContext {
  readonly engine: Engine
  readonly peer: Peer
}

/** A system that offers no way to send such probes; what else can go wrong is a reason. */
export class Unsupported {}

export type Opened = Prober | Unsupported | { readonly reason: string }

/** Opens one kind of prober. */
export type OpenProber = (context: ProbeContext, listener: ProbeListener) => Opened

/** A prober over one socket. `write` sends the probe of a number; when it left is put down in `sent`. */
export function proberOver(channel: Channel, sent: Map<number, Start>, write: (sequence: number) => Outcome<Start>): Prober {
  return {
    send(sequence, hops) {
      if (!channel.isListening) return BUDGET_EXCEEDED
      const refused = hops === null ? 0 : channel.setHops(hops)
      if (refused !== 0) return reasonOf(refused)
      const outcome = write(sequence)
      if ('errno' in outcome) return reasonOf(outcome.errno)
      sent.set(sequence, outcome.value)
      return null
    },
    [Symbol.dispose]: () => channel[Symbol.dispose](),
  }
}

/** What a call that failed says about this machine. */
export function reasonOf(errno: number): string {
  return impossibleBy(errorName(errno)).reason ?? 'local-failure'
}

/** An entry of the error queue as what came of a probe; null if it says nothing of its fate. */
export function answerOfQueued(
  queued: Queued,
  { sequence, start, localAddress, nowMs }: { sequence: number; start: Start; localAddress: Address | null; nowMs: number },
): Answer | null {
  const name = icmpName(queued)
  if (name === null) return null
  const from = queued.offender
  // A machine that also forwards may stand on the way, once more, as any router.
  const isRouter = name === HOP_LIMIT_EXCEEDED
  const isLocal = from !== null && from.text === localAddress?.text && from.text !== queued.to?.address.text && !isRouter
  const rttMs = latency(start, queued.atMs, nowMs)
  return { sequence, from, reason: isLocal ? localReason(name) : name, isLocal, rttMs, ttl: null }
}
