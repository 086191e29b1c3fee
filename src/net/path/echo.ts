// ICMP echo (RFC 792, RFC 4443): its prober, and below it the messages as bytes, which neither sends nor receives.
import { randomBytes } from '../../platform/lazy-modules.ts'
import type { Engine } from '../libc/engine.ts'
import { type Instruction, stepsAsBytes } from '../libc/layout.ts'
import { ERRNO } from '../libc/verdict.ts'
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

const TYPES = { 4: { request: 8, reply: 0 }, 6: { request: 128, reply: 129 } } as const
const CHECKSUM_AT = 2
const ID_AT = 4
const SEQUENCE_AT = 6
const HEADER_BYTES = 8

export interface Echo {
  readonly id: number
  readonly sequence: number
  readonly data: Buffer
}

/**
 * Returns an echo request. On a socket of type "ping", the kernel fills in its own identifier and, over IPv6, the checksum, which covers
 * addresses.
 */
export function echoRequest(version: 4 | 6, { id, sequence, data }: Echo): Buffer {
  const packet = Buffer.alloc(HEADER_BYTES + data.length)
  packet.writeUInt8(TYPES[version].request, 0)
  packet.writeUInt16BE(id, ID_AT)
  packet.writeUInt16BE(sequence, SEQUENCE_AT)
  data.copy(packet, HEADER_BYTES)
  if (version === 4) packet.writeUInt16BE(checksum(packet), CHECKSUM_AT)
  return packet
}

/** Returns the reply in a message; null if it is something else. */
export function readEchoReply(version: 4 | 6, message: Buffer): Echo | null {
  return readEcho(TYPES[version].reply, message)
}

/** Returns the request that an ICMP message quotes, perhaps only its header; null if it quotes something else. */
export function readQuotedRequest(version: 4 | 6, quoted: Buffer): Echo | null {
  return readEcho(TYPES[version].request, quoted)
}

function readEcho(type: number, message: Buffer): Echo | null {
  if (message.length < HEADER_BYTES || message.readUInt8(0) !== type || message.readUInt8(1) !== 0) return null
  return { id: message.readUInt16BE(ID_AT), sequence: message.readUInt16BE(SEQUENCE_AT), data: message.subarray(HEADER_BYTES) }
}

const IPV4_HEADER_MIN_BYTES = 20

/** Returns an IPv4 packet as raw sockets receive it, without its IP header (RFC 791); null if that is broken. */
export function withoutIpv4Header(packet: Buffer): Buffer | null {
  if (packet.length < IPV4_HEADER_MIN_BYTES) return null
  const first = packet.readUInt8(0)
  const headerBytes = (first & 0x0f) * 4
  if (first >> 4 !== 4 || headerBytes < IPV4_HEADER_MIN_BYTES || packet.length < headerBytes) return null
  return packet.subarray(headerBytes)
}

/** Returns the internet checksum (RFC 1071); zero over a packet that contains its own. */
export function checksum(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at + 1 < bytes.length; at += 2) sum += bytes.readUInt16BE(at)
  if (bytes.length % 2 === 1) sum += bytes.readUInt8(bytes.length - 1) << 8
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff
}

/** include/uapi/linux/bpf_common.h: the operation of each instruction. */
const LOAD_IP_HEADER_LENGTH = 0xb1
const LOAD_HALF_BEHIND_HEADER = 0x48
const LOAD_HALF = 0x28
const JUMP_IF_EQUAL = 0x15
const RETURN = 0x06
const WHOLE = 0xffffffff

/**
 * Returns a filter that lets a raw socket receive only ICMP messages with one identifier. Otherwise every socket would receive the replies
 * to all others on the machine. The data of raw IPv4 sockets begin with the IP header; those of raw IPv6 sockets do not.
 */
export function onlyIdentifier(version: 4 | 6, id: number): Buffer {
  const step = (code: number, operand: number, skipElse = 0): Instruction => ({ code, skipIf: 0, skipElse, operand })
  const load = version === 4 ? [step(LOAD_IP_HEADER_LENGTH, 0), step(LOAD_HALF_BEHIND_HEADER, ID_AT)] : [step(LOAD_HALF, ID_AT)]
  return stepsAsBytes([...load, step(JUMP_IF_EQUAL, id, 1), step(RETURN, WHOLE), step(RETURN, 0)])
}
