import type { QueuedError } from './layout.ts'

const DESTINATION_UNREACHABLE = 3
const TIME_EXCEEDED = 11
const PARAMETER_PROBLEM = 12

/** Destination Unreachable by code, after IANA's "ICMP Parameters" (RFC 792, 1122, 1812); null: not that the target is out of reach. */
const UNREACHABLE: readonly (string | null)[] = [
  'network-unreachable',
  'host-unreachable',
  'protocol-unreachable',
  'port-unreachable',
  // Fragmentation needed: the kernel heeds it, sends again in smaller packets and goes on.
  null,
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
]

const DESTINATION_UNREACHABLE_6 = 1
const PACKET_TOO_BIG_6 = 2
const TIME_EXCEEDED_6 = 3
const PARAMETER_PROBLEM_6 = 4

/** The same after IANA's "ICMPv6 Parameters" (RFC 4443, 6550, 8883). */
const UNREACHABLE_6: readonly string[] = [
  'no-route',
  'admin-prohibited',
  'beyond-scope',
  'address-unreachable',
  'port-unreachable',
  'failed-policy',
  'reject-route',
  'source-routing-error',
  'headers-too-long',
]

/** Both time-outs, by code. */
const TIMED_OUT = ['hop-limit-exceeded', 'reassembly-time-exceeded'] as const

/** What an ICMP message says of the target, in kebab-case; null if it does not end the attempt, or is none. */
export function icmpReason({ origin, type, code }: QueuedError): string | null {
  if (origin === 'icmp') return reasonOf4(type, code)
  return origin === 'icmp6' ? reasonOf6(type, code) : null
}

function reasonOf4(type: number, code: number): string | null {
  switch (type) {
    case DESTINATION_UNREACHABLE:
      return code < UNREACHABLE.length ? (UNREACHABLE[code] ?? null) : 'unreachable'
    case TIME_EXCEEDED:
      return TIMED_OUT[code] ?? 'time-exceeded'
    case PARAMETER_PROBLEM:
      return 'parameter-problem'
    default:
      return null
  }
}

function reasonOf6(type: number, code: number): string | null {
  switch (type) {
    case DESTINATION_UNREACHABLE_6:
      return UNREACHABLE_6[code] ?? 'unreachable'
    case PACKET_TOO_BIG_6:
      return null
    case TIME_EXCEEDED_6:
      return TIMED_OUT[code] ?? 'time-exceeded'
    case PARAMETER_PROBLEM_6:
      return 'parameter-problem'
    default:
      return null
  }
}
