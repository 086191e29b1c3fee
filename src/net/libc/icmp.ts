import type { QueuedError } from './layout.ts'

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
      ...['network-unreachable', 'host-unreachable', 'protocol-unreachable', 'port-unreachable'],
      ...['fragmentation-needed', 'source-route-failed', 'network-unknown', 'host-unknown'],
      ...['source-host-isolated', 'net-prohibited', 'host-prohibited', 'network-unreachable-for-tos'],
      ...['host-unreachable-for-tos', 'admin-prohibited', 'host-precedence-violation', 'precedence-cutoff'],
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
      ...['no-route', 'admin-prohibited', 'beyond-scope', 'address-unreachable', 'port-unreachable'],
      ...['failed-policy', 'reject-route', 'source-routing-error', 'headers-too-long'],
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
