import { describe, expect, test } from 'bun:test'
import { HOP_LIMIT_EXCEEDED, icmpName, icmpReason } from '../../../../src/net/libc/icmp.ts'
import type { QueuedError } from '../../../../src/net/libc/layout.ts'

const error = (origin: QueuedError['origin'], type: number, code: number): QueuedError => ({
  errno: 0,
  origin,
  type,
  code,
  offender: null,
})

/** IANA's "ICMP Parameters" and "ICMPv6 Parameters", read once more. */
const NAMES = [
  ['icmp', 3, 0, 'network-unreachable'],
  ['icmp', 3, 1, 'host-unreachable'],
  ['icmp', 3, 2, 'protocol-unreachable'],
  ['icmp', 3, 3, 'port-unreachable'],
  ['icmp', 3, 4, 'fragmentation-needed'],
  ['icmp', 3, 5, 'source-route-failed'],
  ['icmp', 3, 6, 'network-unknown'],
  ['icmp', 3, 7, 'host-unknown'],
  ['icmp', 3, 8, 'source-host-isolated'],
  ['icmp', 3, 9, 'net-prohibited'],
  ['icmp', 3, 10, 'host-prohibited'],
  ['icmp', 3, 11, 'network-unreachable-for-tos'],
  ['icmp', 3, 12, 'host-unreachable-for-tos'],
  ['icmp', 3, 13, 'admin-prohibited'],
  ['icmp', 3, 14, 'host-precedence-violation'],
  ['icmp', 3, 15, 'precedence-cutoff'],
  ['icmp', 3, 16, 'unreachable'],
  ['icmp', 3, 255, 'unreachable'],
  ['icmp', 11, 0, 'hop-limit-exceeded'],
  ['icmp', 11, 1, 'reassembly-time-exceeded'],
  ['icmp', 11, 2, 'time-exceeded'],
  ['icmp', 12, 0, 'parameter-problem'],
  ['icmp', 12, 9, 'parameter-problem'],
  ['icmp6', 1, 0, 'no-route'],
  ['icmp6', 1, 1, 'admin-prohibited'],
  ['icmp6', 1, 2, 'beyond-scope'],
  ['icmp6', 1, 3, 'address-unreachable'],
  ['icmp6', 1, 4, 'port-unreachable'],
  ['icmp6', 1, 5, 'failed-policy'],
  ['icmp6', 1, 6, 'reject-route'],
  ['icmp6', 1, 7, 'source-routing-error'],
  ['icmp6', 1, 8, 'headers-too-long'],
  ['icmp6', 1, 9, 'unreachable'],
  ['icmp6', 2, 0, 'packet-too-big'],
  ['icmp6', 3, 0, 'hop-limit-exceeded'],
  ['icmp6', 3, 1, 'reassembly-time-exceeded'],
  ['icmp6', 3, 2, 'time-exceeded'],
  ['icmp6', 4, 1, 'parameter-problem'],
] as const

describe('an ICMP message', () => {
  test.each(NAMES)('%s type %d code %d is %s', (origin, type, code, name) => {
    expect(icmpName(error(origin, type, code))).toBe(name)
    const isHeeded = name === 'fragmentation-needed' || name === 'packet-too-big'
    expect(icmpReason(error(origin, type, code))).toBe(isHeeded ? null : name)
  })

  test('that is not about a packet has no name; nor has one that is not ICMP', () => {
    for (const type of [0, 4, 5, 8, 128]) expect(icmpName(error('icmp', type, 0))).toBeNull()
    for (const type of [0, 5, 11, 128, 129, 134]) expect(icmpName(error('icmp6', type, 0))).toBeNull()
    for (const origin of ['local', 'other'] as const) {
      expect(icmpName(error(origin, 3, 1))).toBeNull()
      expect(icmpReason(error(origin, 3, 1))).toBeNull()
    }
  })

  test('of a router on the way has one name in both families', () => expect(HOP_LIMIT_EXCEEDED).toBe('hop-limit-exceeded'))
})
