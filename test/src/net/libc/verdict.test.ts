import { describe, expect, test } from 'bun:test'
import { constants } from 'node:os'
import { HOP_LIMIT_EXCEEDED, icmpName, icmpReason } from '../../../../src/net/libc/icmp.ts'
import type { QueuedError } from '../../../../src/net/libc/layout.ts'
import { ERRNO, errorName, failedBy, impossibleBy, open } from '../../../../src/net/libc/verdict.ts'

const icmp = (type: number, code: number) => icmpReason({ errno: 113, origin: 'icmp', type, code, offender: null })
const icmp6 = (type: number, code: number) => icmpReason({ errno: 113, origin: 'icmp6', type, code, offender: null })

describe('ICMP', () => {
  test('every code of IANA has a reason of its own, in kebab-case', () => {
    const reasons4 = Array.from({ length: 16 }, (_, code) => icmp(3, code)).filter((reason) => reason !== null)
    const reasons6 = Array.from({ length: 9 }, (_, code) => icmp6(1, code))
    expect([new Set(reasons4).size, new Set(reasons6).size]).toEqual([15, 9])
    for (const reason of [...reasons4, ...reasons6]) expect(reason).toMatch(/^[a-z]+(-[a-z]+)*$/)
  })

  test('errors that the kernel handles end nothing', () =>
    expect([icmp(3, 4), icmp6(2, 0), icmp(4, 0), icmp(5, 1), icmp6(137, 0)]).toEqual([null, null, null, null, null]))

  test('codes that are not assigned mean unreachable as well', () =>
    expect([icmp(3, 16), icmp6(1, 9)]).toEqual(['unreachable', 'unreachable']))

  test('time and parameters', () => {
    expect([icmp(11, 0), icmp(11, 1), icmp(12, 0)]).toEqual([
      'hop-limit-exceeded',
      'reassembly-time-exceeded',
      'parameter-problem',
    ])
    expect([icmp6(3, 0), icmp6(3, 1), icmp6(4, 1)]).toEqual([
      'hop-limit-exceeded',
      'reassembly-time-exceeded',
      'parameter-problem',
    ])
  })

  test('the families have numbers of their own, and other errors have none', () => {
    expect([icmp(3, 1), icmp6(1, 1), icmp(1, 1), icmp6(11, 0)]).toEqual(['host-unreachable', 'admin-prohibited', null, null])
    expect(icmpReason({ errno: 90, origin: 'local', type: 3, code: 1, offender: null })).toBeNull()
  })
})

describe('errors', () => {
  test.if(process.platform === 'linux')('the numbers are those of this system', () => {
    const system = new Map(Object.entries(constants.errno))
    const known = Object.entries(ERRNO).filter(([name]) => system.has(name))
    expect(known.length).toBeGreaterThan(20)
    for (const [name, number] of known) expect(`${name} ${number}`).toBe(`${name} ${system.get(name)}`)
    expect([errorName(ERRNO.EMFILE), errorName(0)]).toEqual(['EMFILE', null])
  })

  test.each([
    ['EPERM', 'blocked-locally'],
    ['EACCES', 'blocked-locally'],
    ['EMFILE', 'too-many-open-files'],
    ['ENFILE', 'too-many-open-files'],
    ['EADDRNOTAVAIL', 'no-source-address'],
    ['EAFNOSUPPORT', 'family-unsupported'],
    ['ENETUNREACH', 'network-unreachable'],
    ['EPIPE', 'local-failure'],
    [null, 'local-failure'],
  ] as const)('%s at once: %s, local', (name, reason) => {
    expect(impossibleBy(name)).toEqual({
      status: 'error',
      reason,
      failedLayer: 'local',
      latencyMs: null,
      icmpSource: null,
      icmpHops: null,
    })
  })

  test('later, by name alone: refused over TCP, closed over UDP, out of reach, silent, or local', () => {
    const told = (...args: Parameters<typeof failedBy>) => {
      const { status, reason, failedLayer, latencyMs } = failedBy(...args)
      return [status, reason, failedLayer, latencyMs]
    }
    expect(told('ECONNREFUSED', 'tcp', 5)).toEqual(['refused', 'connection-refused', 'tcp', 5])
    expect(told('ECONNREFUSED', 'udp', 5)).toEqual(['closed', 'port-unreachable', 'icmp', 5])
    expect(told('EHOSTUNREACH', 'tcp', 5)).toEqual(['closed', 'host-unreachable', 'icmp', 5])
    expect(told('ETIMEDOUT', 'tcp', 5)).toEqual(['timeout', 'no-answer', 'tcp', null])
    expect(told('ENOBUFS', 'udp', 5)).toEqual(['error', 'out-of-memory', 'local', null])
  })

  test('a latency is given in microseconds', () => expect(open(1.234_567).latencyMs).toBe(1.235))
})

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
    for (const origin of ['local', 'other'] as const)
      expect([icmpName(error(origin, 3, 1)), icmpReason(error(origin, 3, 1))]).toEqual([null, null])
  })

  test('of a router on the way has one name in both families', () => expect(HOP_LIMIT_EXCEEDED).toBe('hop-limit-exceeded'))
})
