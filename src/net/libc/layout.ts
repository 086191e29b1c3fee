/**
 * The layouts of the structures that Linux exchanges with a program, as they are on every Linux that Bun supports: x64 and arm64,
 * little-endian, 64-bit, glibc and musl. Nothing here makes a call. If a C library declares a field differently from the kernel
 * (musl's `msg_iovlen` is an int followed by padding), the bytes are the same as long as the padding is zero.
 */

import { type Address, addressOfBytes } from '../../policy/address.ts'

/**
 * The numbers behind the C names used here, as Linux defines them: the same on x64 and arm64 (both use the generic ones),
 * with glibc and musl. A test compiles them.
 */
export const C = {
  // include/linux/socket.h, net.h
  AF_UNIX: 1,
  AF_INET: 2,
  AF_INET6: 10,
  MSG_DONTWAIT: 0x40,
  MSG_ERRQUEUE: 0x2000,
  MSG_NOSIGNAL: 0x4000,
  SOCK_STREAM: 1,
  SOCK_DGRAM: 2,
  SOCK_RAW: 3,
  SOCK_NONBLOCK: 0o4000,
  SOCK_CLOEXEC: 0o2000000,
  SHUT_RDWR: 2,
  // include/uapi/asm-generic/socket.h; a timestamp arrives as a control message with the number of its option.
  SOL_SOCKET: 1,
  SO_TYPE: 3,
  SO_ERROR: 4,
  SO_REUSEPORT: 15,
  SO_ATTACH_FILTER: 26,
  SO_ACCEPTCONN: 30,
  SO_TIMESTAMPNS: 35,
  // include/uapi/linux/in.h, in6.h, tcp.h; an entry of the error queue arrives with the number of the option that enabled it.
  IPPROTO_IP: 0,
  IPPROTO_ICMP: 1,
  IPPROTO_TCP: 6,
  IPPROTO_IPV6: 41,
  IPPROTO_ICMPV6: 58,
  IP_TTL: 2,
  IP_RECVERR: 11,
  IP_RECVTTL: 12,
  IP_MINTTL: 21,
  // The data of IPV6_RECVHOPLIMIT arrive as IPV6_HOPLIMIT; those of IP_RECVTTL as IP_TTL.
  IPV6_UNICAST_HOPS: 16,
  IPV6_RECVERR: 25,
  IPV6_V6ONLY: 26,
  IPV6_RECVHOPLIMIT: 51,
  IPV6_HOPLIMIT: 52,
  IPV6_MINHOPCOUNT: 73,
  TCP_INFO: 11,
  // include/uapi/linux/errqueue.h
  SO_EE_ORIGIN_LOCAL: 1,
  SO_EE_ORIGIN_ICMP: 2,
  SO_EE_ORIGIN_ICMP6: 3,
  // include/uapi/asm-generic/poll.h, resource.h
  POLLIN: 0x0001,
  POLLOUT: 0x0004,
  RLIMIT_NOFILE: 7,
  // include/uapi/linux/time.h: the clock of SO_TIMESTAMPNS, and that of service managers.
  CLOCK_REALTIME: 0,
  CLOCK_MONOTONIC: 1,
  // include/uapi/linux/fcntl.h, eventpoll.h
  F_GETFL: 3,
  F_SETFL: 4,
  EPOLL_CTL_ADD: 1,
  EPOLL_CTL_DEL: 2,
} as const

/** "ping": for a socket's own echo requests, with an identifier chosen by the kernel; "raw": all ICMP, needs privileges. */
export const SOCKET_TYPES = {
  tcp: { type: C.SOCK_STREAM, protocol: { 4: 0, 6: 0 } },
  udp: { type: C.SOCK_DGRAM, protocol: { 4: 0, 6: 0 } },
  ping: { type: C.SOCK_DGRAM, protocol: { 4: C.IPPROTO_ICMP, 6: C.IPPROTO_ICMPV6 } },
  raw: { type: C.SOCK_RAW, protocol: { 4: C.IPPROTO_ICMP, 6: C.IPPROTO_ICMPV6 } },
} as const
/** By family. */
export const LEVEL = { 4: C.IPPROTO_IP, 6: C.IPPROTO_IPV6 } as const
export const RECVERR = { 4: C.IP_RECVERR, 6: C.IPV6_RECVERR } as const
export const HOPS = { 4: C.IP_TTL, 6: C.IPV6_UNICAST_HOPS } as const
export const LEAST_HOPS = { 4: C.IP_MINTTL, 6: C.IPV6_MINHOPCOUNT } as const
export const RECVHOPS = { 4: C.IP_RECVTTL, 6: C.IPV6_RECVHOPLIMIT } as const
export const RECEIVED_HOPS = { 4: C.IP_TTL, 6: C.IPV6_HOPLIMIT } as const
export type SocketType = keyof typeof SOCKET_TYPES

/** The limits of packets, in routers. */
export interface HopLimits {
  /** The number of routers that sent ones may pass; the usual number if absent. */
  readonly hops?: number
  /** The TTL or hop limit with which TCP must arrive to be heard; any if absent. */
  readonly least?: number
}

export const FAMILY = { 4: C.AF_INET, 6: C.AF_INET6 } as const

const FAMILY_BYTES = 2
const IPV4_AT = 4
const IPV6_AT = 8
/** include/uapi/linux/in.h: struct sockaddr_in; in6.h: struct sockaddr_in6. */
export const SOCKADDR_BYTES = { 4: 16, 6: 28 } as const

export interface Peer {
  readonly address: Address
  readonly port: number
}

/** Writes a sockaddr_in or sockaddr_in6 and returns its length. */
export function writeSockaddr(into: Buffer, { address, port }: Peer): number {
  const { version, words } = address
  const length = SOCKADDR_BYTES[version]
  into.fill(0, 0, length)
  into.writeUInt16LE(FAMILY[version], 0)
  into.writeUInt16BE(port, FAMILY_BYTES)
  words.forEach((word, index) => {
    into.writeUInt32BE(word, (version === 4 ? IPV4_AT : IPV6_AT) + index * 4)
  })
  return length
}

/** Reads a sockaddr. Null for other families: the kernel writes AF_UNSPEC if it does not know an address. */
export function readSockaddr(bytes: Buffer): Peer | null {
  if (bytes.length < SOCKADDR_BYTES[4]) return null
  const family = bytes.readUInt16LE(0)
  const end = { [FAMILY[4]]: IPV4_AT + 4, [FAMILY[6]]: IPV6_AT + 16 }[family]
  if (end === undefined || bytes.length < end) return null
  const address = addressOfBytes(bytes.subarray(family === FAMILY[4] ? IPV4_AT : IPV6_AT, end))
  return address && { address, port: bytes.readUInt16BE(FAMILY_BYTES) }
}

export function readPort(bytes: Buffer): number | null {
  const family = bytes.readUInt16LE(0)
  return family === FAMILY[4] || family === FAMILY[6] ? bytes.readUInt16BE(FAMILY_BYTES) : null
}

/** include/uapi/asm-generic/poll.h: struct pollfd. */
export const POLLFD_BYTES = 8
const POLLFD_EVENTS_AT = 4
const POLLFD_REVENTS_AT = 6

export function writePollfd(into: Buffer, index: number, descriptor: number, events: number): void {
  const at = index * POLLFD_BYTES
  into.writeInt32LE(descriptor, at)
  into.writeUInt16LE(events, at + POLLFD_EVENTS_AT)
  into.writeUInt16LE(0, at + POLLFD_REVENTS_AT)
}

/** Returns whether an entry of poll() is ready. Errors and hang-ups are always reported, requested or not. */
export function isReady(bytes: Buffer, index: number): boolean {
  return bytes.readUInt16LE(index * POLLFD_BYTES + POLLFD_REVENTS_AT) !== 0
}

/** include/linux/socket.h: struct user_msghdr; include/uapi/linux/uio.h: struct iovec. */
export const MSGHDR_BYTES = 56
export const IOVEC_BYTES = 16
const MSG_NAMELEN_AT = 8
const MSG_IOV_AT = 16
const MSG_IOVLEN_AT = 24
const MSG_CONTROL_AT = 32
const MSG_CONTROLLEN_AT = 40

type Region = { readonly address: bigint; readonly bytes: number }

/** Writes a message of one part, with room for its sender's address and for control messages. */
export function writeMsghdr(
  header: Buffer,
  iovec: Buffer,
  at: { name: Region; iovec: bigint; data: Region; control: Region },
): void {
  header.fill(0, 0, MSGHDR_BYTES)
  header.writeBigUInt64LE(at.name.address, 0)
  header.writeUInt32LE(at.name.bytes, MSG_NAMELEN_AT)
  header.writeBigUInt64LE(at.iovec, MSG_IOV_AT)
  header.writeBigUInt64LE(1n, MSG_IOVLEN_AT)
  header.writeBigUInt64LE(at.control.address, MSG_CONTROL_AT)
  header.writeBigUInt64LE(BigInt(at.control.bytes), MSG_CONTROLLEN_AT)
  iovec.writeBigUInt64LE(at.data.address, 0)
  iovec.writeBigUInt64LE(BigInt(at.data.bytes), 8)
}

/** Returns the number of bytes of the address, and of control messages, that the kernel has written. */
export function lengthsIn(header: Buffer): { name: number; control: number } {
  return { name: header.readUInt32LE(MSG_NAMELEN_AT), control: header.readUInt32LE(MSG_CONTROLLEN_AT) }
}

/** include/linux/socket.h: struct cmsghdr; its data and the next one are aligned to eight bytes (CMSG_ALIGN). */
const CMSGHDR_BYTES = 16
const CMSG_LEVEL_AT = 8
const CMSG_TYPE_AT = 12
const CMSG_ALIGN = 8

export type ControlMessage = { readonly level: number; readonly type: number; readonly data: Buffer }

export function readControl(bytes: Buffer): ControlMessage[] {
  const messages: ControlMessage[] = []
  for (let at = 0; at + CMSGHDR_BYTES <= bytes.length; ) {
    const length = bytes.readUInt32LE(at)
    if (length < CMSGHDR_BYTES || at + length > bytes.length) break
    const data = bytes.subarray(at + CMSGHDR_BYTES, at + length)
    messages.push({ level: bytes.readInt32LE(at + CMSG_LEVEL_AT), type: bytes.readInt32LE(at + CMSG_TYPE_AT), data })
    at += Math.ceil(length / CMSG_ALIGN) * CMSG_ALIGN
  }
  return messages
}

/** include/uapi/linux/errqueue.h: struct sock_extended_err, followed by the sender of the ICMP message (SO_EE_OFFENDER). */
const EXTENDED_ERR_BYTES = 16
const EE_ORIGIN_AT = 4
const EE_TYPE_AT = 5
const EE_CODE_AT = 6
const ORIGINS: Record<number, QueuedError['origin']> = {
  [C.SO_EE_ORIGIN_LOCAL]: 'local',
  [C.SO_EE_ORIGIN_ICMP]: 'icmp',
  [C.SO_EE_ORIGIN_ICMP6]: 'icmp6',
}

/** An entry that the kernel has put into the error queue of a socket. */
export interface QueuedError {
  readonly errno: number
  readonly origin: 'local' | 'icmp' | 'icmp6' | 'other'
  readonly type: number
  readonly code: number
  readonly offender: Address | null
}

export function readExtendedErr(data: Buffer): QueuedError | null {
  if (data.length < EXTENDED_ERR_BYTES) return null
  return {
    errno: data.readUInt32LE(0),
    origin: ORIGINS[data.readUInt8(EE_ORIGIN_AT)] ?? 'other',
    type: data.readUInt8(EE_TYPE_AT),
    code: data.readUInt8(EE_CODE_AT),
    offender: readSockaddr(data.subarray(EXTENDED_ERR_BYTES))?.address ?? null,
  }
}

/** include/uapi/linux/filter.h: struct sock_filter, one step of a program for the kernel (classic BPF), and struct sock_fprog. */
const STEP_BYTES = 8
export const PROGRAM_BYTES = 16
const PROGRAM_STEPS_AT = 8

export interface Instruction {
  readonly code: number
  /** The number of instructions to skip if a comparison holds, and if it does not. */
  readonly skipIf: number
  readonly skipElse: number
  readonly operand: number
}

export function stepsAsBytes(steps: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(steps.length * STEP_BYTES)
  steps.forEach(({ code, skipIf, skipElse, operand }, index) => {
    bytes.writeUInt16LE(code, index * STEP_BYTES)
    bytes.writeUInt8(skipIf, index * STEP_BYTES + 2)
    bytes.writeUInt8(skipElse, index * STEP_BYTES + 3)
    bytes.writeUInt32LE(operand, index * STEP_BYTES + 4)
  })
  return bytes
}

export function writeProgram(into: Buffer, stepsAddress: bigint, bytes: number): void {
  into.fill(0, 0, PROGRAM_BYTES)
  into.writeUInt16LE(bytes / STEP_BYTES, 0)
  into.writeBigUInt64LE(stepsAddress, PROGRAM_STEPS_AT)
}

/** struct timespec with 64-bit seconds, in milliseconds; for this century a double is exact to a quarter of a microsecond. */
export const TIMESPEC_BYTES = 16
const TIMESPEC_NANOSECONDS_AT = 8

export function readTimespec(bytes: Buffer): number | null {
  if (bytes.length < TIMESPEC_BYTES) return null
  return Number(bytes.readBigInt64LE(0)) * 1e3 + Number(bytes.readBigInt64LE(TIMESPEC_NANOSECONDS_AT)) / 1e6
}

/** include/uapi/linux/resource.h: struct rlimit64, which C libraries call rlimit. */
export const RLIMIT_BYTES = 16

/** Returns the current limit; a number that nothing reaches if there is none. */
export function readRlimit(bytes: Buffer): number {
  return Number(bytes.readBigUInt64LE(0))
}

/** include/uapi/linux/tcp.h: struct tcp_info, the part that every kernel has. */
export const TCP_INFO_BYTES = 104
const TCPI_LAST_DATA_RECV_AT = 52
const TCPI_RTT_AT = 68
const TCPI_TOTAL_RETRANS_AT = 100

/** Returns what the kernel knows of a connection; the smoothed round trip is, right after the handshake, the time that it took. Zero if unknown. */
export function readTcpInfo(bytes: Buffer) {
  if (bytes.length < TCP_INFO_BYTES) return null
  return {
    /** Since the other end last sent something. */
    silentMs: bytes.readUInt32LE(TCPI_LAST_DATA_RECV_AT),
    rttUs: bytes.readUInt32LE(TCPI_RTT_AT),
    /** With those of the SYN. */
    retransmissions: bytes.readUInt32LE(TCPI_TOTAL_RETRANS_AT),
  }
}
