import type { QueuedError } from './layout.ts'

const DESTINATION_UNREACHABLE = 3
const TIME_EXCEEDED = 11
const PARAMETER_PROBLEM = 12

/** Destination Unreachable by code, from IANA's "ICMP Parameters" (RFC 792, 1122, 1191, 1812). */
const UNREACHABLE: readonly string[] = [
  ...['network-unreachable', 'host-unreachable', 'protocol-unreachable', 'port-unreachable'],
  ...['fragmentation-needed', 'source-route-failed', 'network-unknown', 'host-unknown'],
  ...['source-host-isolated', 'net-prohibited', 'host-prohibited', 'network-unreachable-for-tos'],
  ...['host-unreachable-for-tos', 'admin-prohibited', 'host-precedence-violation', 'precedence-cutoff'],
]

const DESTINATION_UNREACHABLE_6 = 1
const PACKET_TOO_BIG_6 = 2
const TIME_EXCEEDED_6 = 3
const PARAMETER_PROBLEM_6 = 4

/** The same from IANA's "ICMPv6 Parameters" (RFC 4443, 6550, 8883). */
const UNREACHABLE_6: readonly string[] = [
  ...['no-route', 'admin-prohibited', 'beyond-scope', 'address-unreachable', 'port-unreachable'],
  ...['failed-policy', 'reject-route', 'source-routing-error', 'headers-too-long'],
]

/** Both kinds of Time Exceeded, by code: routers send the first, hosts the second (RFC 792; RFC 4443, section 3.3). */
const TIMED_OUT = ['hop-limit-exceeded', 'reassembly-time-exceeded'] as const
/** A code that no RFC defines: it does not prove that anything has arrived. */
export const TIME_EXCEEDED_OTHERWISE = 'time-exceeded'

/** The kernel acts on these: it sends again in smaller packets, or the next sender does. */
const HEEDED: readonly string[] = ['fragmentation-needed', 'packet-too-big']

/** A router dropped the packet because it had passed as many routers as it may. */
export const HOP_LIMIT_EXCEEDED: string = TIMED_OUT[0]

/** Returns the name of an ICMP message, in kebab-case; null if it is not one, or says nothing about the packet's fate. */
export function icmpName({ origin, type, code }: QueuedError): string | null {
  if (origin === 'icmp') return nameOf4(type, code)
  return origin === 'icmp6' ? nameOf6(type, code) : null
}

/** Returns what an ICMP message says about the target; null if it does not end the attempt, or is not one. */
export function icmpReason(error: QueuedError): string | null {
  const name = icmpName(error)
  return name === null || HEEDED.includes(name) ? null : name
}

function nameOf4(type: number, code: number): string | null {
  switch (type) {
    case DESTINATION_UNREACHABLE:
      return UNREACHABLE[code] ?? 'unreachable'
    case TIME_EXCEEDED:
      return TIMED_OUT[code] ?? TIME_EXCEEDED_OTHERWISE
    case PARAMETER_PROBLEM:
      return 'parameter-problem'
    default:
      return null
  }
}

function nameOf6(type: number, code: number): string | null {
  switch (type) {
    case DESTINATION_UNREACHABLE_6:
      return UNREACHABLE_6[code] ?? 'unreachable'
    case PACKET_TOO_BIG_6:
      return 'packet-too-big'
    case TIME_EXCEEDED_6:
      return TIMED_OUT[code] ?? TIME_EXCEEDED_OTHERWISE
    case PARAMETER_PROBLEM_6:
      return 'parameter-problem'
    default:
      return null
  }
}
