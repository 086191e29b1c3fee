import { randomBytes } from '../../platform/lazy-modules.ts'
import { Channel } from '../libc/channel.ts'
import { type Engine, latency, type Start } from '../libc/engine.ts'
import type { Queued, Received } from '../libc/message.ts'
import { ERRNO, localReasonOf } from '../libc/verdict.ts'
import { type Echo, echoRequest, onlyIdentifier, readEchoReply, readQuotedRequest, withoutIpv4Header } from './icmp.ts'
import { answerOfQueued, type OpenedProber, type ProbeContext, type ProbeListener, proberOver } from './prober.ts'

const TOKEN_BYTES = 16
/** Old routers quote no more than the header of a request; some pad with zeros. */
const NOTHING_QUOTED = Buffer.alloc(TOKEN_BYTES)

/** The errors of socket() if a permission or a protocol is missing. */
const LACKING: readonly number[] = [ERRNO.EACCES, ERRNO.EPERM, ERRNO.EPROTONOSUPPORT]

/**
 * Opens a prober for ICMP echo: over a socket of type "ping" if net.ipv4.ping_group_range allows this process one, otherwise over a raw
 * one, which needs CAP_NET_RAW. The kernel tells sockets of the first type apart by their identifiers, a filter of ours those of the
 * second; both check a token.
 */
export function openEcho({ engine, peer }: ProbeContext, listener: ProbeListener, dataBytes: number): OpenedProber {
  const { version } = peer.address
  const kind = echoSocket(engine, version)
  if (kind === null) return { reason: null }
  const isRaw = kind === 'raw'
  const id = randomBytes(2).readUInt16BE(0)
  const data = Buffer.concat([randomBytes(TOKEN_BYTES), Buffer.alloc(dataBytes - TOKEN_BYTES)])
  const sent = new Map<number, Start>()

  const isOurs = (echo: Echo) => !isRaw || echo.id === id
  const received = ({ bytes, hops, atMs, from }: Received, nowMs: number) => {
    const message = isRaw && version === 4 ? withoutIpv4Header(bytes) : bytes
    const echo = message && readEchoReply(version, message)
    const start = echo && isOurs(echo) && echo.data.equals(data) ? sent.get(echo.sequence) : undefined
    if (!echo || !start || from?.address.text !== peer.address.text) return
    const rttMs = latency(start, atMs, nowMs)
    listener.onAnswer({ sequence: echo.sequence, from: from.address, reason: null, isLocal: false, rttMs, ttl: hops })
  }
  const queued = (error: Queued, nowMs: number) => {
    const echo = readQuotedRequest(version, error.quoted)
    const start = echo && isOurs(echo) && mayQuote(echo, data) ? sent.get(echo.sequence) : undefined
    // The kernel only checks the identifier.
    if (!echo || !start || error.to?.address.text !== peer.address.text) return
    const answer = answerOfQueued(error, { sequence: echo.sequence, start, localAddress, nowMs })
    if (answer) listener.onAnswer(answer)
  }
  const filter = isRaw ? { filter: onlyIdentifier(version, id) } : {}
  const opened = Channel.open(engine, { version, kind, peer, ...filter }, { received, queued, fail: listener.onFault })
  if ('errno' in opened) return { reason: localReasonOf(opened.errno) }
  const channel = opened.value
  const localAddress = channel.localAddress()?.address ?? null

  return proberOver(channel, sent, (sequence) => channel.send(echoRequest(version, { id, sequence, data }), null))
}

/** Returns whether this may be the beginning of a request with these data, as far as a router has quoted it. */
function mayQuote({ data: quoted }: Echo, data: Buffer): boolean {
  const token = quoted.subarray(0, TOKEN_BYTES)
  return token.length < TOKEN_BYTES || token.equals(data.subarray(0, TOKEN_BYTES)) || token.equals(NOTHING_QUOTED)
}

/** Returns the type of socket that this process may have, whether or not there is a route to the peer; null if none. */
export function echoSocket({ sockets }: Engine, version: 4 | 6): 'ping' | 'raw' | null {
  for (const kind of ['ping', 'raw'] as const) {
    const opened = sockets.open(version, kind)
    if ('value' in opened) sockets.close(opened.value)
    if ('value' in opened || !LACKING.includes(opened.errno)) return kind
  }
  return null
}
