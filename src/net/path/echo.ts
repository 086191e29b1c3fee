import { randomBytes } from '../../platform/lazy-modules.ts'
import { BUDGET_EXCEEDED } from '../budget.ts'
import { type Engine, latency, type Start } from '../libc/attempt.ts'
import { Channel } from '../libc/channel.ts'
import { onlyIdentifier } from '../libc/filter.ts'
import type { Queued, Received } from '../libc/message.ts'
import { ERRNO } from '../libc/verdict.ts'
import { type Echo, echoRequest, readEchoReply, readQuotedRequest, withoutIpv4Header } from './packet.ts'
import { answerOfQueued, type Opened, type ProbeContext, type ProbeListener, reasonOf, Unsupported } from './prober.ts'

const TOKEN_BYTES = 16
/** Old routers quote no more than the header of a request; some fill up with zeros. */
const NOTHING_QUOTED = Buffer.alloc(TOKEN_BYTES)

/** What socket() says of a right or a protocol that is lacking. */
const LACKING: readonly number[] = [ERRNO.EACCES, ERRNO.EPERM, ERRNO.EPROTONOSUPPORT]

/**
 * ICMP echo: over a socket of kind "ping" where net.ipv4.ping_group_range lets this process have one, else over a raw one, where
 * it has CAP_NET_RAW. The kernel tells apart the first kind by their identifiers, we the second, and both by a token.
 */
export function openEcho({ engine, peer }: ProbeContext, listener: ProbeListener, dataBytes: number): Opened {
  const { version } = peer.address
  const kind = kindOf(engine, version)
  if (kind === null) return new Unsupported()
  const isRaw = kind === 'raw'
  const id = randomBytes(2).readUInt16BE(0)
  const token = randomBytes(TOKEN_BYTES)
  const data = Buffer.concat([token, Buffer.alloc(dataBytes - TOKEN_BYTES)])
  const sent = new Map<number, Start>()

  const isOurs = (echo: Echo) => !isRaw || echo.id === id
  const mayBeOurs = ({ data: quoted }: Echo) => {
    const found = quoted.subarray(0, TOKEN_BYTES)
    return found.length < TOKEN_BYTES || found.equals(token) || found.equals(NOTHING_QUOTED)
  }
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
    const start = echo && isOurs(echo) && mayBeOurs(echo) ? sent.get(echo.sequence) : undefined
    // The kernel looks at the identifier alone.
    if (!echo || !start || error.to?.address.text !== peer.address.text) return
    const answer = answerOfQueued(error, { sequence: echo.sequence, start, localAddress, nowMs })
    if (answer) listener.onAnswer(answer)
  }
  const filter = isRaw ? { filter: onlyIdentifier(version, id) } : {}
  const opened = Channel.open(engine, { version, kind, peer, ...filter }, { received, queued, fail: listener.onFault })
  if ('errno' in opened) return { reason: reasonOf(opened.errno) }
  const channel = opened.value
  const localAddress = channel.localAddress()?.address ?? null

  return {
    send(sequence, hops) {
      if (!channel.isListening) return BUDGET_EXCEEDED
      const refused = hops === null ? 0 : channel.setHops(hops)
      if (refused !== 0) return reasonOf(refused)
      const outcome = channel.send(echoRequest(version, { id, sequence, data }), null)
      if ('errno' in outcome) return reasonOf(outcome.errno)
      sent.set(sequence, outcome.value)
      return null
    },
    [Symbol.dispose]: () => channel[Symbol.dispose](),
  }
}

/** The kind of socket that this process may have, whether or not there is a way to the peer; null if it may have none. */
function kindOf({ sockets }: Engine, version: 4 | 6): 'ping' | 'raw' | null {
  for (const kind of ['ping', 'raw'] as const) {
    const opened = sockets.open(version, kind)
    if ('value' in opened) sockets.close(opened.value)
    if ('value' in opened || !LACKING.includes(opened.errno)) return kind
  }
  return null
}
