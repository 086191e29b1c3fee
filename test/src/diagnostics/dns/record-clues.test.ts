// The reasons why a record holds an address that nobody outside can reach, and the records of the other IP version.
import { expect, test } from 'bun:test'
import { clueIn, clueOf, type NameMatch, otherFamilyOf } from '../../../../src/diagnostics/dns/index.ts'
import { parseAddress } from '../../../../src/policy/address.ts'

test.each([
  ['100.64.0.1', 'shared'],
  ['100.127.255.254', 'shared'],
  ['192.0.0.2', 'shared'],
  ['10.0.0.5', 'private'],
  ['192.168.1.10', 'private'],
  ['169.254.7.7', 'private'],
  ['127.0.0.1', 'off'],
  ['0.0.0.0', 'off'],
  ['203.0.113.7', null],
  ['9.9.9.9', null],
  ['fd00::1', null],
  ['nonsense', null],
] as const)('%s: %p', (value, clue) => expect(clueIn(value)).toBe(clue))

test.each([
  [['192.168.1.10', '10.0.0.5'], 'private'],
  [['fd00::1'], 'private'],
  [['192.168.1.10', '9.9.9.9'], null],
  [['192.168.1.10', '100.64.0.1'], null],
  [[], null],
] as const)('%p share %p', (values, clue) => expect(clueOf(values)).toBe(clue))

/** A network for every address: the number after the last separator. */
const NETWORKS = {
  network: ({ text }: { text: string }) => ({ asn: Number(text.split(/[.:]/).at(-1)) || null, organization: null }),
} as unknown as Parameters<typeof otherFamilyOf>[2]
const matchWith = (other: NameMatch['other']) => ({ other }) as NameMatch

test.each([
  [['2001:4860::7'], false],
  [['2001:4860::9'], true],
  // One that may be right is enough.
  [['2001:4860::9', '2001:4860::7'], false],
  [['fd00::7'], true],
  [['fe80::7'], true],
  // Nothing is known of its network.
  [['2001:4860::'], false],
])('AAAA records %p beside an A record in network 7: stale is %p', (values, isStale) => {
  const seen = parseAddress('9.9.9.7')
  if (!seen) throw new Error('no address')
  expect(otherFamilyOf(matchWith({ type: 'AAAA', values }), seen, NETWORKS)).toEqual({ type: 'AAAA', values, isStale })
  expect(otherFamilyOf(matchWith(null), seen, NETWORKS)).toBeNull()
  expect(otherFamilyOf(matchWith({ type: 'AAAA', values: [] }), seen, NETWORKS)).toBeNull()
})
