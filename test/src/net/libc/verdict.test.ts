import { describe, expect, test } from 'bun:test'
import { constants } from 'node:os'
import { icmpReason } from '../../../../src/net/libc/icmp.ts'
import { ERRNO, errorName, failedBy, impossibleBy, open } from '../../../../src/net/libc/verdict.ts'

const icmp = (type: number, code: number) => icmpReason({ errno: 113, origin: 'icmp', type, code, offender: null })
const icmp6 = (type: number, code: number) => icmpReason({ errno: 113, origin: 'icmp6', type, code, offender: null })

describe('ICMP', () => {
  test('every code of IANA has a reason of its own, in kebab-case', () => {
    const reasons4 = Array.from({ length: 16 }, (_, code) => icmp(3, code)).filter((reason) => reason !== null)
    const reasons6 = Array.from({ length: 9 }, (_, code) => icmp6(1, code))
    expect(new Set(reasons4).size).toBe(15)
    expect(new Set(reasons6).size).toBe(9)
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
