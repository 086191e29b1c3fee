import { rounded } from '../../platform/deadline.ts'
import type { Layer, PortFinding } from '../findings.ts'

/** Linux's numbers (include/uapi/asm-generic/errno.h), the same on x64 and arm64. */
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
export type ErrorName = keyof typeof ERRNO

// A seam: the type of Object.entries forgets the keys.
const NAMES = new Map(Object.entries(ERRNO).map(([name, number]) => [number as number, name as ErrorName]))

/** The meaning of a call that failed at once, for this machine. */
const LOCAL: Partial<Record<ErrorName, string>> = {
  EPERM: 'blocked-locally',
  EACCES: 'blocked-locally',
  ENETUNREACH: 'network-unreachable',
  ENETDOWN: 'network-unreachable',
  // The answer of a route of type "blackhole".
  EINVAL: 'network-unreachable',
  EHOSTUNREACH: 'host-unreachable',
  EMFILE: 'too-many-open-files',
  ENFILE: 'too-many-open-files',
  ENOMEM: 'out-of-memory',
  ENOBUFS: 'out-of-memory',
  EADDRNOTAVAIL: 'no-source-address',
  // No port is free; connect() over IPv6 reports it this way.
  EAGAIN: 'no-source-address',
  EAFNOSUPPORT: 'family-unsupported',
  EMSGSIZE: 'message-too-long',
}

/** The meaning of a later error for an ICMP message if the message itself is not available (before Linux 5.8). */
const FROM_AFAR: Partial<Record<ErrorName, string>> = {
  ENETUNREACH: 'network-unreachable',
  EHOSTUNREACH: 'host-unreachable',
  ENOPROTOOPT: 'protocol-unreachable',
  EHOSTDOWN: 'host-unknown',
  ENONET: 'source-host-isolated',
  EACCES: 'admin-prohibited',
  EPROTO: 'parameter-problem',
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

/** Returns the same, by the system's name for the error. */
export function impossibleBy(error: ErrorName | null): PortFinding {
  return impossible((error && LOCAL[error]) ?? 'local-failure')
}

/** Returns the finding of a connection that failed later, judged by the name of the error alone. For TCP, a refusal is taken for an RST. */
export function failedBy(error: ErrorName | null, layer: 'tcp' | 'udp', latencyMs: number): PortFinding {
  if (error === 'ECONNREFUSED' && layer === 'udp') return unreachable('port-unreachable', latencyMs, null)
  if (error === 'ECONNREFUSED')
    return { ...NOTHING, status: 'refused', reason: 'connection-refused', failedLayer: 'tcp', latencyMs: rounded(latencyMs) }
  if (error === 'ETIMEDOUT') return silent(layer)
  const reason = error && FROM_AFAR[error]
  return reason ? unreachable(reason, latencyMs, null) : impossibleBy(error)
}

export function errorName(errno: number): ErrorName | null {
  return NAMES.get(errno) ?? null
}
