/**
 * The numbers behind the C names used here, as Linux defines them: the same on x64 and arm64 (both use the generic ones),
 * with glibc and musl. A test compiles them.
 */

/** include/linux/socket.h */
export const AF_UNIX = 1
export const AF_INET = 2
export const AF_INET6 = 10
export const MSG_DONTWAIT = 0x40
export const MSG_ERRQUEUE = 0x2000
export const MSG_NOSIGNAL = 0x4000

/** include/linux/net.h: an argument of shutdown(). */
export const SHUT_RDWR = 2

/** include/linux/net.h */
export const SOCK_STREAM = 1
export const SOCK_DGRAM = 2
export const SOCK_RAW = 3
export const SOCK_NONBLOCK = 0o4000
export const SOCK_CLOEXEC = 0o2000000

/** include/uapi/asm-generic/socket.h; a timestamp arrives as a control message with the number of its option. */
export const SOL_SOCKET = 1
export const SO_TYPE = 3
export const SO_ERROR = 4
export const SO_REUSEPORT = 15
export const SO_ATTACH_FILTER = 26
export const SO_ACCEPTCONN = 30
export const SO_TIMESTAMPNS = 35

/** include/uapi/linux/in.h, in6.h; an entry of the error queue arrives with the number of the option that enabled it. */
export const IPPROTO_IP = 0
export const IPPROTO_ICMP = 1
export const IPPROTO_TCP = 6
export const IPPROTO_IPV6 = 41
export const IPPROTO_ICMPV6 = 58
export const IP_TTL = 2
export const IP_RECVERR = 11
export const IP_RECVTTL = 12
export const IP_MINTTL = 21
export const IPV6_UNICAST_HOPS = 16
export const IPV6_RECVERR = 25
export const IPV6_V6ONLY = 26
/** The data of IPV6_RECVHOPLIMIT arrive as IPV6_HOPLIMIT; those of IP_RECVTTL as IP_TTL. */
export const IPV6_RECVHOPLIMIT = 51
export const IPV6_HOPLIMIT = 52
export const IPV6_MINHOPCOUNT = 73

/** include/uapi/linux/tcp.h */
export const TCP_INFO = 11

/** include/uapi/linux/errqueue.h */
export const SO_EE_ORIGIN_LOCAL = 1
export const SO_EE_ORIGIN_ICMP = 2
export const SO_EE_ORIGIN_ICMP6 = 3

/** include/uapi/asm-generic/poll.h */
export const POLLIN = 0x0001
export const POLLOUT = 0x0004

/** include/uapi/asm-generic/resource.h */
export const RLIMIT_NOFILE = 7

/** include/uapi/linux/time.h: the clock of SO_TIMESTAMPNS. */
export const CLOCK_REALTIME = 0
/** include/uapi/linux/time.h: the clock of service managers. */
export const CLOCK_MONOTONIC = 1

/** include/uapi/linux/fcntl.h, eventpoll.h */
export const F_GETFL = 3
export const F_SETFL = 4
export const EPOLL_CTL_ADD = 1
export const EPOLL_CTL_DEL = 2

/** "ping": for a socket's own echo requests, with an identifier chosen by the kernel; "raw": all ICMP, needs privileges. */
export const SOCKET_TYPES = {
  tcp: { type: SOCK_STREAM, protocol: { 4: 0, 6: 0 } },
  udp: { type: SOCK_DGRAM, protocol: { 4: 0, 6: 0 } },
  ping: { type: SOCK_DGRAM, protocol: { 4: IPPROTO_ICMP, 6: IPPROTO_ICMPV6 } },
  raw: { type: SOCK_RAW, protocol: { 4: IPPROTO_ICMP, 6: IPPROTO_ICMPV6 } },
} as const
/** By family. */
export const LEVEL = { 4: IPPROTO_IP, 6: IPPROTO_IPV6 } as const
export const RECVERR = { 4: IP_RECVERR, 6: IPV6_RECVERR } as const
export const HOPS = { 4: IP_TTL, 6: IPV6_UNICAST_HOPS } as const
export const LEAST_HOPS = { 4: IP_MINTTL, 6: IPV6_MINHOPCOUNT } as const
export const RECVHOPS = { 4: IP_RECVTTL, 6: IPV6_RECVHOPLIMIT } as const
export const RECEIVED_HOPS = { 4: IP_TTL, 6: IPV6_HOPLIMIT } as const
export type SocketType = keyof typeof SOCKET_TYPES

/** The limits of packets, in routers. */
export interface HopLimits {
  /** The number of routers that sent ones may pass; the usual number if absent. */
  readonly hops?: number
  /** The TTL or hop limit with which TCP must arrive to be heard; any if absent. */
  readonly least?: number
}
