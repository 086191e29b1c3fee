import { randomBytes } from '../../built-in.ts'
import { latency, type Start } from '../libc/attempt.ts'
import { Channel } from '../libc/channel.ts'
import { onlyIdentifier } from '../libc/filter.ts'
import type { Queued, Received } from '../libc/sockets.ts'
import { ERRNO } from '../libc/verdict.ts'
import { type Echo, echoRequest, readEchoReply, readQuotedRequest, withoutIpv4Header } from './packet.ts'
import { answerOfQueued, type Ground, type Opened, reasonOf, type Tell, Unsupported } from './prober.ts'

const TOKEN_BYTES = 16

/** What socket() says of a right or a protocol that is lacking. */
const LACKING: readonly number[] = [ERRNO.EACCES, ERRNO.EPERM, ERRNO.EPROTONOSUPPORT]

/**
 * ICMP echo: over a socket of kind "ping" where net.ipv4.ping_group_range lets this process have one, else over a raw one, where
 * it has CAP_NET_RAW. The kernel tells apart the first kind by their identifiers, we the second, and both by a token.
 */
export function openEcho({ engine, peer }: Ground, tell: Tell, dataBytes: number): Opened {
  const { version } = peer.address
  const id = randomBytes(2).readUInt16BE(0)
  const data = Buffer.concat([randomBytes(TOKEN_BYTES), Buffer.alloc(dataBytes - TOKEN_BYTES)])
  const sent = new Map<number, Start>()
  let isRaw = false

  const isOurs = (echo: Echo) => !isRaw || echo.id === id
  const received = ({ bytes, hops, atMs, from }: Received, nowMs: number) => {
    const message = isRaw && version === 4 ? withoutIpv4Header(bytes) : bytes
    const echo = message && readEchoReply(version, message)
    const start = echo && isOurs(echo) && echo.data.equals(data) ? sent.get(echo.sequence) : undefined
    if (!echo || !start || from?.address.text !== peer.address.text) return
    const rttMs = latency(start, atMs, nowMs)
    tell.answer({ sequence: echo.sequence, from: from.address, reason: null, isLocal: false, rttMs, ttl: hops })
  }
  const queued = (error: Queued, nowMs: number) => {
    const echo = readQuotedRequest(version, error.quoted)
    const start = echo && isOurs(echo) ? sent.get(echo.sequence) : undefined
    if (!echo || !start) return
    const answer = answerOfQueued(error, { sequence: echo.sequence, start, own, nowMs })
    if (answer) tell.answer(answer)
  }
  const listener = { received, queued, fail: tell.fail }
  let opened = Channel.open(engine, { version, kind: 'ping', peer }, listener)
  if ('errno' in opened && LACKING.includes(opened.errno)) {
    isRaw = true
    opened = Channel.open(engine, { version, kind: 'raw', peer, filter: onlyIdentifier(version, id) }, listener)
  }
  if ('errno' in opened) return LACKING.includes(opened.errno) ? new Unsupported() : { reason: reasonOf(opened.errno) }
  const channel = opened.value
  const own = channel.own()?.address ?? null

  return {
    send(sequence, hops) {
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
