import { expect, test } from 'bun:test'
import { natOf } from '../../../../src/router/judgement/line.ts'
import { addressOf } from '../../../support/policy/rules.ts'

test.each([
  [null, '9.9.9.9', 'unknown'],
  ['9.9.9.9', '9.9.9.9', 'none'],
  ['8.8.8.8', '9.9.9.9', 'unknown'],
  ['192.168.1.5', '9.9.9.9', 'double-nat'],
  ['100.64.0.1', '9.9.9.9', 'carrier-grade'],
  ['192.0.0.2', '9.9.9.9', 'carrier-grade'],
  ['169.254.1.1', '9.9.9.9', 'unknown'],
  // A requester over IPv6: the address that the router shows says as much.
  ['192.168.1.5', '2001:db8::1', 'double-nat'],
  ['100.127.255.254', '2001:db8::1', 'carrier-grade'],
  ['9.9.9.9', '2001:db8::1', 'unknown'],
  ['0.0.0.0', '2001:db8::1', 'unknown'],
  // An IPv6 address of the router: it says nothing about IPv4.
  ['2001:db8::1', '2001:db8::1', 'unknown'],
  ['fd00::1', '2001:db8::1', 'unknown'],
] as const)('the router shows %p, the requester is seen at %p: %s', (wan, seen, verdict) => {
  expect(natOf(wan === null ? null : addressOf(wan), addressOf(seen))).toBe(verdict)
})
