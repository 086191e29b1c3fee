import { rounded } from '../../platform/deadline.ts'
import type { Layer, PortFinding } from '../findings.ts'
import type { QueuedError } from './layout.ts'

/** Linux's numbers of errors (include/uapi/asm-generic/errno.h), the same on x64 and arm64. */
export const ERRNO = {
  EPERM: 1,
  ENOENT: 2,
  EINTR: 4,
  EAGAIN: 11,
  ENOMEM: 12,
  EACCES: 13,
  EINVAL: 22,
  ENFILE: 23,
  EMFILE: 24,
  EROFS: 30,
  EPIPE: 32,
  ENONET: 64,
  EPROTO: 71,
  EMSGSIZE: 90,
  ENOPROTOOPT: 92,
  EPROTONOSUPPORT: 93,
  EAFNOSUPPORT: 97,
  EADDRNOTAVAIL: 99,
  ENETDOWN: 100,
  ENETUNREACH: 101,
  ECONNRESET: 104,
  ENOBUFS: 105,
  ENOTCONN: 107,
  ETIMEDOUT: 110,
  ECONNREFUSED: 111,
  EHOSTDOWN: 112,
  EHOSTUNREACH: 113,
  EALREADY: 114,
  EINPROGRESS: 115,
} as const

/** The meaning of a call that failed at once, for this machine. */
const LOCAL: Readonly<Record<number, string>> = {
  [ERRNO.EPERM]: 'blocked-locally',
  [ERRNO.EACCES]: 'blocked-locally',
  [ERRNO.ENETUNREACH]: 'network-unreachable',
  [ERRNO.ENETDOWN]: 'network-unreachable',
  // The answer of a route of type "blackhole".
  [ERRNO.EINVAL]: 'network-unreachable',
  [ERRNO.EHOSTUNREACH]: 'host-unreachable',
  [ERRNO.EMFILE]: 'too-many-open-files',
  [ERRNO.ENFILE]: 'too-many-open-files',
  [ERRNO.ENOMEM]: 'out-of-memory',
  [ERRNO.ENOBUFS]: 'out-of-memory',
  [ERRNO.EADDRNOTAVAIL]: 'no-source-address',
  // No port is free; connect() over IPv6 reports it this way.
  [ERRNO.EAGAIN]: 'no-source-address',
  [ERRNO.EAFNOSUPPORT]: 'family-unsupported',
  [ERRNO.EMSGSIZE]: 'message-too-long',
}

/** The meaning of a later error for an ICMP message if the message itself is not available (before Linux 5.8). */
const FROM_AFAR: Readonly<Record<number, string>> = {
  [ERRNO.ENETUNREACH]: 'network-unreachable',
  [ERRNO.EHOSTUNREACH]: 'host-unreachable',
  [ERRNO.ENOPROTOOPT]: 'protocol-unreachable',
  [ERRNO.EHOSTDOWN]: 'host-unknown',
  [ERRNO.ENONET]: 'source-host-isolated',
  [ERRNO.EACCES]: 'admin-prohibited',
  [ERRNO.EPROTO]: 'parameter-problem',
}

const NOTHING = { reason: null, failedLayer: null, latencyMs: null, icmpSource: null, icmpHops: null }

export function open(latencyMs: number): PortFinding {
  return { ...NOTHING, status: 'open', latencyMs: rounded(latencyMs) }
}

export function unreachable(
  reason: string,
  latencyMs: number,
  icmpSource: string | null,
  icmpHops: number | null = null,
): PortFinding {
  return { status: 'closed', reason, failedLayer: 'icmp', latencyMs: rounded(latencyMs), icmpSource, icmpHops }
}

export function silent(layer: Layer): PortFinding {
  return { ...NOTHING, status: 'timeout', reason: 'no-answer', failedLayer: layer }
}

/** Returns the finding of an attempt that could not be made from here. */
export function impossible(reason: string): PortFinding {
  return { ...NOTHING, status: 'error', reason, failedLayer: 'local' }
}

/** Returns the same, by the error of the call that failed. */
export function impossibleBy(errno: number): PortFinding {
  return impossible(localReasonOf(errno))
}

/** Returns the meaning of a failed call for this machine, in kebab-case. */
export function localReasonOf(errno: number): string {
  return LOCAL[errno] ?? 'local-failure'
}

/** Returns the finding of a connection that failed later, judged by its error alone. For TCP, a refusal is taken for an RST. */
export function failedBy(errno: number, layer: 'tcp' | 'udp', latencyMs: number): PortFinding {
  if (errno === ERRNO.ECONNREFUSED && layer === 'udp') return unreachable('port-unreachable', latencyMs, null)
  if (errno === ERRNO.ECONNREFUSED)
    return { ...NOTHING, status: 'refused', reason: 'connection-refused', failedLayer: 'tcp', latencyMs: rounded(latencyMs) }
  if (errno === ERRNO.ETIMEDOUT) return silent(layer)
  const reason = FROM_AFAR[errno]
  return reason === undefined ? impossibleBy(errno) : unreachable(reason, latencyMs, null)
}

/** Both kinds of Time Exceeded, by code: routers send the first, hosts the second (RFC 792; RFC 4443, section 3.3). */
const TIMED_OUT = ['hop-limit-exceeded', 'reassembly-time-exceeded'] as const
/** A code that no RFC defines: it does not prove that anything has arrived. */
export const TIME_EXCEEDED_OTHERWISE = 'time-exceeded'

/** A router dropped the packet because it had passed as many routers as it may. */
export const HOP_LIMIT_EXCEEDED: string = TIMED_OUT[0]

/** The messages about a packet's fate, by type: their names by code, and that of every other code. */
type Names = Readonly<Record<number, readonly [byCode: readonly string[], otherwise: string]>>

/** From IANA's "ICMP Parameters" (RFC 792, 1122, 1191, 1812): Destination Unreachable, Time Exceeded, Parameter Problem. */
const NAMES_4: Names = {
  3: [
    [
      'network-unreachable',
      'host-unreachable',
      'protocol-unreachable',
      'port-unreachable',
      'fragmentation-needed',
      'source-route-failed',
      'network-unknown',
      'host-unknown',
      'source-host-isolated',
      'net-prohibited',
      'host-prohibited',
      'network-unreachable-for-tos',
      'host-unreachable-for-tos',
      'admin-prohibited',
      'host-precedence-violation',
      'precedence-cutoff',
    ],
    'unreachable',
  ],
  11: [TIMED_OUT, TIME_EXCEEDED_OTHERWISE],
  12: [[], 'parameter-problem'],
}

/** The same from IANA's "ICMPv6 Parameters" (RFC 4443, 6550, 8883), with Packet Too Big. */
const NAMES_6: Names = {
  1: [
    [
      'no-route',
      'admin-prohibited',
      'beyond-scope',
      'address-unreachable',
      'port-unreachable',
      'failed-policy',
      'reject-route',
      'source-routing-error',
      'headers-too-long',
    ],
    'unreachable',
  ],
  2: [[], 'packet-too-big'],
  3: [TIMED_OUT, TIME_EXCEEDED_OTHERWISE],
  4: [[], 'parameter-problem'],
}

/** The kernel acts on these: it sends again in smaller packets, or the next sender does. */
const HEEDED: readonly string[] = ['fragmentation-needed', 'packet-too-big']

/** Returns the name of an ICMP message, in kebab-case; null if it is not one, or says nothing about the packet's fate. */
export function icmpName({ origin, type, code }: QueuedError): string | null {
  const [byCode, otherwise] = (origin === 'icmp' ? NAMES_4 : origin === 'icmp6' ? NAMES_6 : {})[type] ?? []
  return byCode?.[code] ?? otherwise ?? null
}

/** Returns what an ICMP message says about the target; null if it does not end the attempt, or is not one. */
export function icmpReason(error: QueuedError): string | null {
  const name = icmpName(error)
  return name === null || HEEDED.includes(name) ? null : name
}
