import { rounded } from '../../platform/deadline.ts'
import type { Layer, PortFinding } from '../findings.ts'
import type { QueuedError } from './layout.ts'

interface SystemError {
  /** include/uapi/asm-generic/errno.h, the same on x64 and arm64. */
  readonly errno: number
  /** The meaning for this machine of a call that failed at once. */
  readonly atOnce?: string
  /** The meaning of a later error for an ICMP message, if the message itself is not available (before Linux 5.8). */
  readonly later?: string
}

/** Linux's errors by their names. */
const ERRORS = {
  EPERM: { errno: 1, atOnce: 'blocked-locally' },
  ENOENT: { errno: 2 },
  EINTR: { errno: 4 },
  // No port is free; connect() over IPv6 reports it this way.
  EAGAIN: { errno: 11, atOnce: 'no-source-address' },
  ENOMEM: { errno: 12, atOnce: 'out-of-memory' },
  EACCES: { errno: 13, atOnce: 'blocked-locally', later: 'admin-prohibited' },
  // The answer of a route of type "blackhole".
  EINVAL: { errno: 22, atOnce: 'network-unreachable' },
  ENFILE: { errno: 23, atOnce: 'too-many-open-files' },
  EMFILE: { errno: 24, atOnce: 'too-many-open-files' },
  EROFS: { errno: 30 },
  EPIPE: { errno: 32 },
  ENONET: { errno: 64, later: 'source-host-isolated' },
  EPROTO: { errno: 71, later: 'parameter-problem' },
  EMSGSIZE: { errno: 90, atOnce: 'message-too-long' },
  ENOPROTOOPT: { errno: 92, later: 'protocol-unreachable' },
  EPROTONOSUPPORT: { errno: 93 },
  EAFNOSUPPORT: { errno: 97, atOnce: 'family-unsupported' },
  EADDRNOTAVAIL: { errno: 99, atOnce: 'no-source-address' },
  ENETDOWN: { errno: 100, atOnce: 'network-unreachable' },
  ENETUNREACH: { errno: 101, atOnce: 'network-unreachable', later: 'network-unreachable' },
  ECONNRESET: { errno: 104 },
  ENOBUFS: { errno: 105, atOnce: 'out-of-memory' },
  ENOTCONN: { errno: 107 },
  ETIMEDOUT: { errno: 110 },
  ECONNREFUSED: { errno: 111 },
  EHOSTDOWN: { errno: 112, later: 'host-unknown' },
  EHOSTUNREACH: { errno: 113, atOnce: 'host-unreachable', later: 'host-unreachable' },
  EALREADY: { errno: 114 },
  EINPROGRESS: { errno: 115 },
} as const satisfies Record<string, SystemError>

const BY_NUMBER = new Map<number, SystemError>(Object.values(ERRORS).map((error) => [error.errno, error]))

// A seam: the type of Object.entries forgets the keys.
export const ERRNO = Object.fromEntries(Object.entries(ERRORS).map(([name, { errno }]) => [name, errno])) as Readonly<
  Record<keyof typeof ERRORS, number>
>

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
  return BY_NUMBER.get(errno)?.atOnce ?? 'local-failure'
}

/** Returns the finding of a connection that failed later, judged by its error alone. For TCP, a refusal is taken for an RST. */
export function failedBy(errno: number, layer: 'tcp' | 'udp', latencyMs: number): PortFinding {
  if (errno === ERRNO.ECONNREFUSED && layer === 'udp') return unreachable('port-unreachable', latencyMs, null)
  if (errno === ERRNO.ECONNREFUSED)
    return { ...NOTHING, status: 'refused', reason: 'connection-refused', failedLayer: 'tcp', latencyMs: rounded(latencyMs) }
  if (errno === ERRNO.ETIMEDOUT) return silent(layer)
  const reason = BY_NUMBER.get(errno)?.later
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

/** If the next hop is down, this machine reports that to itself; anything else it reports to itself comes from its own firewall. */
const NEXT_HOP_IS_DOWN = ['host-unreachable', 'network-unreachable', 'address-unreachable', 'no-route']

/** Returns what a report of this machine to itself says about its own network. */
export function selfReportReason(reason: string): string {
  return NEXT_HOP_IS_DOWN.includes(reason) ? reason : 'blocked-locally'
}
