import { describe, expect, test } from 'bun:test'
import { type Address, parseBlock } from '../../../src/policy/address.ts'
import { admitFound } from '../../../src/policy/admit.ts'
import { classify, SPECIAL_PURPOSE } from '../../../src/policy/classify.ts'
import { judge } from '../../../src/policy/rules.ts'
import { textOf } from '../../support/data/sources.ts'
import { addressOf, blocksOf, rulesOf } from '../../support/policy/rules.ts'

const scopeOf = (text: string) => classify(addressOf(text)).scope

type Range = { cidr: string; scope: string; version: 4 | 6; first: bigint; last: bigint }

const numberOf = ({ words }: Address) => words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)

const RANGES = SPECIAL_PURPOSE.map(({ cidr, scope }): Range => {
  const block = parseBlock(cidr)
  if (!block) throw new Error(cidr)
  const { network, prefix } = block
  const first = numberOf(network)
  return { cidr, scope, version: network.version, first, last: first + (1n << BigInt(network.words.length * 32 - prefix)) - 1n }
})

/** Returns the smallest range that holds a number. */
function narrowestAt(number: bigint, version: 4 | 6): Range | undefined {
  return RANGES.filter((range) => range.version === version && range.first <= number && number <= range.last)
    .toSorted((a, b) => (a.last - a.first < b.last - b.first ? -1 : 1))
    .at(0)
}

describe('each special-purpose block', () => {
  test.each(RANGES.map((range) => [range.cidr, range] as const))(
    '%s from its first address to its last: what holds an address most closely says what it is',
    (_, { version, first, last }) => {
      for (const number of [first, last]) {
        const { scope, block } = classify(addressOf(textOf(number, version)))
        const narrowest = narrowestAt(number, version)
        expect([block?.cidr, scope]).toEqual([narrowest?.cidr, narrowest?.scope])
      }
    },
  )

  test.each([
    ['9.255.255.255', '11.0.0.0'],
    ['100.63.255.255', '100.128.0.0'],
    ['126.255.255.255', '128.0.0.0'],
    ['169.253.255.255', '169.255.0.0'],
    ['172.15.255.255', '172.32.0.0'],
    ['191.255.255.255', '192.0.1.0'],
    ['192.0.1.255', '192.0.3.0'],
    ['192.88.98.255', '192.88.100.0'],
    ['192.167.255.255', '192.169.0.0'],
    ['198.17.255.255', '198.20.0.0'],
    ['198.51.99.255', '198.51.101.0'],
    ['203.0.112.255', '203.0.114.0'],
    ['1.0.0.0', '223.255.255.255'],
    ['168.63.129.15', '168.63.129.17'],
    ['2000::', '3fff:1000::'],
    ['2001:200::', '2001:db7:ffff::'],
    ['2001:db9::', '2003::'],
    ['192.31.196.1', '192.52.193.1'],
    ['192.175.48.1', '2001:3::1'],
    ['2001:4:112::1', '2620:4f:8000::1'],
  ])('its neighbours outside are public: %s and %s', (before, after) => {
    expect([scopeOf(before), scopeOf(after)]).toEqual(['public', 'public'])
  })
})

const rules = (allow: string[], deny: string[]) => rulesOf({ allow: blocksOf(...allow), deny: blocksOf(...deny) })

test.each([
  ['8.8.8.8', [], [], 'allowed'],
  ['10.0.0.1', [], [], 'private-use'],
  ['10.0.0.1', ['10.0.0.0/8'], [], 'allowed'],
  ['10.0.0.1', ['10.0.0.0/8'], ['10.0.0.0/30'], 'denied'],
  ['10.0.0.4', ['10.0.0.0/8'], ['10.0.0.0/30'], 'allowed'],
  ['8.8.8.8', [], ['8.8.8.0/24'], 'denied'],
  ['8.8.8.8', ['8.8.8.8'], ['0.0.0.0/0'], 'denied'],
  ['2001:db8::1', ['198.18.0.0/15'], [], 'documentation'],
  ['2001:db8::1', ['2001:db8::/32'], [], 'allowed'],
] as const)('%s, allowed %p, denied %p: %s', (text, allow, deny, expected) => {
  const judgement = judge(addressOf(text), rules([...allow], [...deny]))
  expect<string>(typeof judgement === 'string' ? judgement : judgement.name).toBe(expected)
})

test('addresses found along the way are admitted all or not at all', () => {
  const found = (texts: string[], allow: string[] = []) =>
    admitFound(texts.map(addressOf), 53, rules(allow, [])).map((endpoint) => `${endpoint.address.text} ${endpoint.port}`)
  expect(found(['8.8.8.8', '2001:4860:4860::8888'])).toEqual(['8.8.8.8 53', '2001:4860:4860::8888 53'])
  expect(found(['8.8.8.8', '10.0.0.1'])).toEqual([])
  expect([found(['8.8.8.8', '10.0.0.1'], ['10.0.0.0/8']), found([])]).toEqual([['8.8.8.8 53', '10.0.0.1 53'], []])
})

test('denied ports keep no name server from being asked: they are those that callers have checked', () =>
  expect(admitFound([addressOf('8.8.8.8')], 53, rulesOf({ denyPorts: [53] }))).toHaveLength(1))
