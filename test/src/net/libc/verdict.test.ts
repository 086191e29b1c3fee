import { describe, expect, test } from 'bun:test'
import { constants } from 'node:os'
import type { QueuedError } from '../../../../src/net/libc/layout.ts'
import { ERRNO, failedBy, icmpName, icmpReason, impossibleBy } from '../../../../src/net/libc/verdict.ts'
import { listed } from '../../../support/listed.ts'

describe('errors', () => {
  test.if(process.platform === 'linux')('the numbers are those of this system', () => {
    const system = new Map(Object.entries(constants.errno))
    const known = Object.entries(ERRNO).filter(([name]) => system.has(name))
    expect(known.length).toBeGreaterThan(20)
    for (const [name, number] of known) expect(`${name} ${number}`).toBe(`${name} ${system.get(name)}`)
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
  ] as const)('%s at once: %s, local', (name, reason) => {
    expect(impossibleBy(ERRNO[name])).toMatchObject({ status: 'error', reason, failedLayer: 'local', latencyMs: null })
  })

  test.each([
    ['ECONNREFUSED', 'tcp', 'refused', 'connection-refused', 'tcp', 5],
    ['ECONNREFUSED', 'udp', 'closed', 'port-unreachable', 'icmp', 5],
    ['EHOSTUNREACH', 'tcp', 'closed', 'host-unreachable', 'icmp', 5],
    ['ETIMEDOUT', 'tcp', 'timeout', 'no-answer', 'tcp', null],
    ['ENOBUFS', 'udp', 'error', 'out-of-memory', 'local', null],
  ] as const)('%s later, over %s: %s', (name, protocol, status, reason, failedLayer, latencyMs) => {
    expect(failedBy(ERRNO[name], protocol, 5)).toMatchObject({ status, reason, failedLayer, latencyMs })
  })
})

const error = (origin: QueuedError['origin'], type: number, code: number): QueuedError => ({
  errno: 0,
  origin,
  type,
  code,
  offender: null,
})

/** IANA's "ICMP Parameters" and "ICMPv6 Parameters", read once more: the names by type, the last for every other code. */
const NAMES = [
  [
    'icmp',
    3,
    `network-unreachable host-unreachable protocol-unreachable port-unreachable fragmentation-needed source-route-failed
    network-unknown host-unknown source-host-isolated net-prohibited host-prohibited network-unreachable-for-tos
    host-unreachable-for-tos admin-prohibited host-precedence-violation precedence-cutoff unreachable`,
  ],
  ['icmp', 11, 'hop-limit-exceeded reassembly-time-exceeded time-exceeded'],
  ['icmp', 12, 'parameter-problem'],
  [
    'icmp6',
    1,
    `no-route admin-prohibited beyond-scope address-unreachable port-unreachable failed-policy reject-route
    source-routing-error headers-too-long unreachable`,
  ],
  ['icmp6', 2, 'packet-too-big'],
  ['icmp6', 3, 'hop-limit-exceeded reassembly-time-exceeded time-exceeded'],
  ['icmp6', 4, 'parameter-problem'],
] as const

describe('an ICMP message', () => {
  test.each(NAMES)('%s type %d has these names', (origin, type, text) => {
    const names = listed(text)
    for (const [code, name] of [...names.entries(), [255, names.at(-1)] as const]) {
      expect(icmpName(error(origin, type, code))).toBe(name ?? null)
      const isHeeded = name === 'fragmentation-needed' || name === 'packet-too-big'
      expect(icmpReason(error(origin, type, code))).toBe(isHeeded ? null : (name ?? null))
    }
  })

  test('that is not about a packet has no name; nor has one that is not ICMP', () => {
    for (const type of [0, 4, 5, 8, 128]) expect(icmpName(error('icmp', type, 0))).toBeNull()
    for (const type of [0, 5, 11, 128, 129, 134]) expect(icmpName(error('icmp6', type, 0))).toBeNull()
    for (const origin of ['local', 'other'] as const)
      expect([icmpName(error(origin, 3, 1)), icmpReason(error(origin, 3, 1))]).toEqual([null, null])
  })
})
