import type { Address } from '../../policy/address.ts'
import { BUDGET_EXCEEDED } from '../budget.ts'
import { Channel, type ChannelSocket } from '../libc/channel.ts'
import { type Engine, latency, type Start } from '../libc/engine.ts'
import type { Peer } from '../libc/layout.ts'
import type { Queued, Received } from '../libc/message.ts'
import type { CallResult } from '../libc/sockets.ts'
import { HOP_LIMIT_EXCEEDED, icmpName, localReasonOf, selfReportReason } from '../libc/verdict.ts'

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

/** The packets of one kind of probe over one socket. */
interface ProbeFormat {
  readonly socket: Omit<ChannelSocket, 'version'>
  /** The address that this machine sends from, where the socket is not connected. */
  readonly source?: Address | null
  /** The answer of the target itself, besides a datagram, that shows that a probe has arrived. */
  readonly arrival?: string
  send(channel: Channel, sequence: number): CallResult<Start>
  /** Returns the number of the probe that a datagram of the target answers; null for any other. */
  answered(datagram: Received): number | null
  /** Returns the number of the probe to the target that an entry of the error queue is about; null for any other. */
  quoted(entry: Queued): number | null
}

/** Opens a prober that sends over one socket; messages of routers arrive in its error queue, which needs no privileges. */
export function openOver({ engine, peer }: ProbeContext, listener: ProbeListener, format: ProbeFormat): OpenedProber {
  const { address } = peer
  const isTarget = (other: Peer | null) => other?.address.text === address.text
  const sent = new Map<number, Start>()
  const opened = Channel.open(
    engine,
    { version: address.version, ...format.socket },
    {
      received(datagram, nowMs) {
        const sequence = isTarget(datagram.from) ? format.answered(datagram) : null
        const start = sequence === null ? undefined : sent.get(sequence)
        if (sequence === null || !start) return
        const rttMs = latency(start, datagram.atMs, nowMs)
        listener.onAnswer({ sequence, from: address, reason: null, isLocal: false, rttMs, ttl: datagram.hops })
      },
      queued(entry, nowMs) {
        const sequence = isTarget(entry.to) ? format.quoted(entry) : null
        const start = sequence === null ? undefined : sent.get(sequence)
        const said = readReport(entry, source)
        if (sequence === null || !start || !said) return
        const isArrival = said.reason === format.arrival && said.from?.text === address.text
        const rttMs = latency(start, entry.atMs, nowMs)
        listener.onAnswer({ ...said, sequence, reason: isArrival ? null : said.reason, rttMs, ttl: null })
      },
      fail: listener.onFault,
    },
  )
  if ('errno' in opened) return { reason: localReasonOf(opened.errno) }
  const channel = opened.value
  const source = format.source ?? channel.localAddress()?.address ?? null
  return {
    send(sequence, hops) {
      if (!channel.isListening) return BUDGET_EXCEEDED
      const unlimited = hops === null ? 0 : channel.setHops(hops)
      if (unlimited !== 0) return localReasonOf(unlimited)
      const start = format.send(channel, sequence)
      if ('errno' in start) return localReasonOf(start.errno)
      sent.set(sequence, start.value)
      return null
    },
    [Symbol.dispose]: () => channel[Symbol.dispose](),
  }
}

/** Reads an entry of the error queue; null if it says nothing about the fate of a probe. */
function readReport(entry: Queued, source: Address | null): Pick<ProbeReply, 'from' | 'reason' | 'isLocal'> | null {
  const name = icmpName(entry)
  if (name === null) return null
  const from = entry.offender
  // A machine that also forwards packets may appear on the path again, like any router.
  const isRouter = name === HOP_LIMIT_EXCEEDED
  const isLocal = from !== null && from.text === source?.text && from.text !== entry.to?.address.text && !isRouter
  return { from, reason: isLocal ? selfReportReason(name) : name, isLocal }
}
