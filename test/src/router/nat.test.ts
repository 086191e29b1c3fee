import { expect, test } from 'bun:test'
import { type Address, parseAddress } from '../../../src/policy/address.ts'
import { forwardingNat, natOf } from '../../../src/router/nat.ts'

const address = (text: string): Address => parseAddress(text) ?? expect.unreachable(`${text} is not an address`)

test.each([
  ['203.0.114.7', '203.0.114.7', 'none'],
  ['192.168.0.2', '203.0.114.7', 'double-nat'],
  ['10.1.2.3', '203.0.114.7', 'double-nat'],
  ['100.64.1.2', '203.0.114.7', 'carrier-grade'],
  ['192.0.0.2', '203.0.114.7', 'carrier-grade'],
  ['203.0.114.8', '203.0.114.7', 'unknown'],
  ['2001:4860::1', '203.0.114.7', 'unknown'],
  ['fd00::1', '2001:4860::1', 'double-nat'],
  ['192.168.0.2', '2001:4860::1', 'double-nat'],
  ['100.64.1.2', '2001:4860::1', 'carrier-grade'],
  ['203.0.114.7', '2001:4860::1', 'unknown'],
  ['169.254.1.1', '203.0.114.7', 'unknown'],
] as const)('a router that shows %s, seen at %s: %s', (wan, seen, expected) => {
  expect(natOf(address(wan), address(seen))).toBe(expected)
})

test("without the router's address nothing is known", () => expect(natOf(null, address('203.0.114.7'))).toBe('unknown'))

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
] as const)('for a port forward: the router shows %p, the requester is seen at %p: %s', (wan, seen, verdict) => {
  expect(forwardingNat(wan === null ? null : address(wan), address(seen))).toBe(verdict)
})
