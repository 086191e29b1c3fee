// Addresses that count as one client, and clients that count together.
import { expect, test } from 'bun:test'
import { clientOf, networkOf } from '../../../src/policy/client.ts'
import { addressOf } from '../../support/policy/rules.ts'

test.each([
  ['192.0.2.1', '192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::/64', '2001:db8::/48'],
  ['2001:db8::ffff:0:0:2', '2001:db8::/64', '2001:db8::/48'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64', '2001:db8::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1:ffff::/64', '2001:db8:1::/48'],
])('%s is %s, in %s', (text, client, network) =>
  expect([clientOf(addressOf(text)), networkOf(addressOf(text))]).toEqual([client, network]),
)
