import { randomBytes } from '../../platform/lazy-modules.ts'
import type { Engine } from '../libc/engine.ts'
import { ERRNO } from '../libc/verdict.ts'
import { type Echo, echoRequest, onlyIdentifier, readEchoReply, readQuotedRequest, withoutIpv4Header } from './icmp.ts'
import { type OpenedProber, openOver, type ProbeContext, type ProbeListener } from './prober.ts'

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
export function openEcho(context: ProbeContext, listener: ProbeListener, dataBytes: number): OpenedProber {
  const { version } = context.peer.address
  const kind = echoSocket(context.engine, version)
  if (kind === null) return { reason: null }
  const isRaw = kind === 'raw'
  const id = randomBytes(2).readUInt16BE(0)
  const data = Buffer.concat([randomBytes(TOKEN_BYTES), Buffer.alloc(dataBytes - TOKEN_BYTES)])
  const isOurs = (echo: Echo) => !isRaw || echo.id === id
  return openOver(context, listener, {
    socket: { kind, peer: context.peer, ...(isRaw && { filter: onlyIdentifier(version, id) }) },
    send: (channel, sequence) => channel.send(echoRequest(version, { id, sequence, data }), null),
    answered({ bytes }) {
      const message = isRaw && version === 4 ? withoutIpv4Header(bytes) : bytes
      const echo = message && readEchoReply(version, message)
      return echo && isOurs(echo) && echo.data.equals(data) ? echo.sequence : null
    },
    // The kernel only checks the identifier.
    quoted({ quoted }) {
      const echo = readQuotedRequest(version, quoted)
      return echo && isOurs(echo) && mayQuote(echo, data) ? echo.sequence : null
    },
  })
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
