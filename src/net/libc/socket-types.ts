import {
  IP_MINTTL,
  IP_RECVERR,
  IP_RECVTTL,
  IP_TTL,
  IPPROTO_ICMP,
  IPPROTO_ICMPV6,
  IPPROTO_IP,
  IPPROTO_IPV6,
  IPV6_HOPLIMIT,
  IPV6_MINHOPCOUNT,
  IPV6_RECVERR,
  IPV6_RECVHOPLIMIT,
  IPV6_UNICAST_HOPS,
  SOCK_DGRAM,
  SOCK_RAW,
  SOCK_STREAM,
} from './abi.ts'

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
