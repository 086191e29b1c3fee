// What sends numbered probes and hears of them: over one socket, with datagrams as the simplest, and with a TCP handshake for each.
import { type Address, parseAddress } from '../../policy/address.ts'
import { BUDGET_EXCEEDED } from '../budget.ts'
import type { PortFinding } from '../findings.ts'
import { attempt, TCP } from '../libc/attempt.ts'
import { Channel, type ChannelSocket, type Engine, latency, type Start } from '../libc/engine.ts'
import type { Peer } from '../libc/layout.ts'
import type { CallResult, Queued, Received } from '../libc/sockets.ts'
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

/** The first port of traceroute: nothing listens on these ports, so a host that is reached answers that its port is unreachable. */
const FIRST_PORT = 33_434
/** As many bytes as traceroute sends. */
const DATA = Buffer.alloc(32, 'doorstep')

/** Opens a prober that sends UDP, with one port per probe. */
export function openDatagrams(context: ProbeContext, listener: ProbeListener): OpenedProber {
  const { address } = context.peer
  return openOver(context, listener, {
    socket: { kind: 'udp', peer: null },
    source: context.engine.sockets.sourceTo({ address, port: FIRST_PORT })?.address ?? null,
    arrival: 'port-unreachable',
    send: (channel, sequence) => channel.send(DATA, { address, port: FIRST_PORT + sequence }),
    answered: ({ from }) => from && from.port - FIRST_PORT,
    quoted: ({ to }) => to && to.port - FIRST_PORT,
  })
}

/** The port at which most hosts listen, and to which traceroute -T connects. */
export const HANDSHAKE_PORT = 80
/**
 * The time after which a handshake is given up. A probe should be one packet, and the kernel sends its SYN again after a second (RFC 6298),
 * and then as often as it sees fit. The rest of that second is a margin for a busy machine.
 */
const HEARD_MS = 800

/** Opens a prober for TCP handshakes with an endpoint; one socket at a time for each hop. */
export function openHandshakes({ engine, peer }: ProbeContext, listener: ProbeListener): OpenedProber {
  const open = new Map<number | null, AbortController>()

  const answerOf = ({ status, reason, latencyMs, icmpSource }: PortFinding): Omit<ProbeReply, 'sequence'> | null => {
    if (status === 'timeout') return null
    const isLocal = status === 'error'
    const from = icmpSource === null ? peer.address : parseAddress(icmpSource)
    // An RST proves that the host was reached just as well as a handshake.
    const isReached = status === 'open' || status === 'refused'
    // For anything later it is not known which SYN it answers.
    const rttMs = latencyMs !== null && latencyMs < HEARD_MS ? latencyMs : null
    return { from: isLocal ? null : from, reason: isReached ? null : reason, isLocal, rttMs, ttl: null }
  }

  return {
    send(sequence, hops) {
      open.get(hops)?.abort()
      const controller = new AbortController()
      open.set(hops, controller)
      const ended = attempt(engine, TCP, peer, {
        signal: controller.signal,
        timeoutMs: HEARD_MS,
        limits: hops === null ? {} : { hops },
      })
      ended
        .then((finding) => {
          const answer = answerOf(finding)
          if (answer) listener.onAnswer({ ...answer, sequence })
        })
        .catch(listener.onFault)
      return null
    },
    [Symbol.dispose]() {
      for (const controller of open.values()) controller.abort()
    },
  }
}
