import { describe, expect, test } from 'bun:test'
import { connectionFailure, requestFailure } from '../../../../src/issuance/web/chain.ts'

const USUAL = { isOver: false, hasRoute: true }

describe('a connection that was not made:', () => {
  const cases = {
    'connection-refused': 'refused',
    'no-answer': 'silent',
    'host-unreachable': 'unreachable',
    'admin-prohibited': 'unreachable',
    'network-unreachable': 'unreachable',
    'no-route': 'unreachable',
    'hop-limit-exceeded': 'unreachable',
    'connection-reset': 'broken',
    'rate-limited': 'limited',
    'budget-exceeded': 'limited',
    'blocked-locally': 'limited',
    'too-many-open-files': 'limited',
    'family-unsupported': 'limited',
  } as const
  for (const [reason, outcome] of Object.entries(cases))
    test(reason, () => expect(connectionFailure(reason, USUAL)).toEqual({ outcome, reason }))

  test('silence after the end of the time says nothing', () =>
    expect(connectionFailure('no-answer', { ...USUAL, isOver: true })).toEqual({ outcome: 'limited', reason: 'out-of-time' }))

  test('without a way to the address, it is about this server', () =>
    expect(connectionFailure('network-unreachable', { ...USUAL, hasRoute: false }).outcome).toBe('limited'))
})

describe('a request without a response:', () => {
  const cases = [
    ['connect-failed', 'connection-refused', 'tcp', 'refused'],
    ['connect-failed', 'host-unreachable', 'icmp', 'unreachable'],
    ['connect-failed', 'host-unreachable', 'local', 'limited'],
    ['connect-failed', 'no-address', 'dns', 'limited'],
    ['timeout', 'no-answer', 'tcp', 'silent'],
    ['timeout', 'no-answer', 'http', 'broken'],
    ['timeout', 'incomplete-answer', 'http', 'broken'],
    ['timeout', 'no-answer', 'tls', 'broken'],
    ['tls-failed', 'not-tls', 'tls', 'not-http'],
    ['tls-failed', 'closed-early', 'tls', 'broken'],
    ['protocol-error', 'tls-on-http-port', 'http', 'tls-on-http-port'],
    ['protocol-error', 'not-http', 'http', 'not-http'],
    ['protocol-error', 'closed-without-answer', 'http', 'broken'],
    ['protocol-error', 'header-too-large', 'http', 'broken'],
  ] as const
  for (const [outcome, reason, failedLayer, expected] of cases)
    test(`${outcome}, ${reason}, ${failedLayer}`, () =>
      expect(requestFailure({ outcome, reason, failedLayer }, USUAL)).toEqual({ outcome: expected, reason }))

  test('cut off by the end of the time', () => {
    const failure = { outcome: 'timeout', reason: 'incomplete-answer', failedLayer: 'http' } as const
    expect(requestFailure(failure, { ...USUAL, isOver: true })).toEqual({ outcome: 'limited', reason: 'out-of-time' })
  })
})
