import { describe, expect, test } from 'bun:test'
import { countries } from 'countries-list'
import { countNetworks, isRecord, type Ref, recordId, recordRef, Trie } from '../../../../src/dataset/mmdb/trie.ts'
import {
  addressNumber,
  addressText,
  cidrBounds,
  noOddities,
  type Range,
  RangeList,
  type Ranges,
  treeOfRanges,
  untangle,
} from '../../../../src/dataset/reading/ranges.ts'
import { IANA_IPV4, IANA_IPV6, readBlocks, readServedCountries, SERVED } from '../../../../src/dataset/reading/registry.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { seededRandom } from '../../../support/data/sources.ts'

const range = (start: number, end: number, id: number): Range => ({ start: BigInt(start), end: BigInt(end), ref: recordRef(id) })
const all = (ranges: Ranges) => Array.from({ length: ranges.length }, (_, index) => ranges.at(index) ?? range(0, 0, 0))
const plain = (ranges: Ranges) => all(ranges).map(({ start, end, ref }) => [Number(start), Number(end), recordId(ref)])

/** Returns the record at an IPv4 address of a 128-bit tree, and the depth of its leaf. */
function walk(trie: Trie, root: Ref, address: number): [id: number | null, depth: number] {
  let ref = root
  for (let depth = 0; depth <= 128; depth++) {
    if (ref === 0) return [null, depth]
    if (isRecord(ref)) return [recordId(ref), depth]
    const bit = depth < 96 ? 0 : (address >>> (127 - depth)) & 1
    ref = bit === 1 ? trie.right(ref) : trie.left(ref)
  }
  throw new Error('no leaf')
}

describe('untangle', () => {
  test('leaves ranges that do not touch as they are', () => {
    expect(plain(untangle([range(0, 9, 1), range(10, 19, 1), range(30, 39, 2)], noOddities()))).toEqual([
      [0, 9, 1],
      [10, 19, 1],
      [30, 39, 2],
    ])
  })

  test('the narrower of two that overlap wins, wherever it lies', () => {
    expect(plain(untangle([range(0, 99, 1), range(90, 109, 2)], noOddities()))).toEqual([
      [0, 89, 1],
      [90, 109, 2],
    ])
    expect(plain(untangle([range(0, 19, 1), range(10, 109, 2)], noOddities()))).toEqual([
      [0, 19, 1],
      [20, 109, 2],
    ])
    expect(plain(untangle([range(0, 99, 1), range(40, 49, 2), range(44, 45, 3)], noOddities()))).toEqual([
      [0, 39, 1],
      [40, 43, 2],
      [44, 45, 3],
      [46, 49, 2],
      [50, 99, 1],
    ])
  })

  test('the pair of the network file: 215.0.0.0-215.0.255.255 goes to the narrower', () => {
    const ends = (start: string, end: string, id: number): Range => ({
      start: addressNumber(start) ?? 0n,
      end: addressNumber(end) ?? 0n,
      ref: recordRef(id),
    })
    const oddities = noOddities()
    const result = untangle([ends('214.95.0.0', '215.0.255.255', 749), ends('215.0.0.0', '215.1.3.255', 721)], oddities)
    expect(all(result).map(({ start, end, ref }) => [addressText(start), addressText(end), recordId(ref)])).toEqual([
      ['214.95.0.0', '214.255.255.255', 749],
      ['215.0.0.0', '215.1.3.255', 721],
    ])
    expect(oddities.overlapping).toEqual({
      count: 1,
      examples: ['215.0.0.0-215.1.3.255 and the one before it, which ends with 215.0.255.255'],
    })
  })

  test('of two equal ranges the later row wins', () =>
    expect(plain(untangle([range(0, 9, 1), range(0, 9, 2)], noOddities()))).toEqual([[0, 9, 2]]))

  test('disorder is put right', () => {
    const oddities = noOddities()
    expect(plain(untangle([range(10, 19, 2), range(0, 9, 1)], oddities))).toEqual([
      [0, 9, 1],
      [10, 19, 2],
    ])
    expect(oddities).toEqual(noOddities())
  })
})

test('any heap of ranges gives the tree that a search through all of them gives', () => {
  const random = seededRandom(42)
  for (let round = 0; round < 200; round++) {
    const ranges = Array.from({ length: 1 + Math.floor(random() * 12) }, (_, id) => {
      const start = Math.floor(random() * 256)
      return range(start, Math.min(255, start + Math.floor(random() ** 3 * 256)), id)
    })
    const trie = new Trie()
    const untangled = untangle(ranges, noOddities())
    const root = treeOfRanges(trie, untangled)
    for (let address = 0; address < 256; address++) {
      const holding = ranges.filter(({ start, end }) => start <= BigInt(address) && BigInt(address) <= end)
      const widths = holding.map(({ start, end }) => end - start)
      const narrowest = widths.length === 0 ? null : widths.reduce((least, width) => (width < least ? width : least))
      const [id] = walk(trie, root, address)
      const expected = holding.filter(({ start, end }) => end - start === narrowest).map(({ ref }) => recordId(ref))
      if (id === null ? expected.length > 0 : !expected.includes(id))
        throw new Error(`round ${round}, address ${address}: ${id} not in ${expected}`)
    }
  }
})

test('each range becomes the fewest blocks that cover it, and blocks of two ranges never merge', () => {
  const trie = new Trie()
  const root = treeOfRanges(trie, [range(0, 127, 1), range(128, 255, 1), range(256, 260, 2)])
  expect(countNetworks(trie, root)).toBe(4)
  expect([
    walk(trie, root, 5),
    walk(trie, root, 200),
    walk(trie, root, 257),
    walk(trie, root, 260),
    walk(trie, root, 261),
  ]).toEqual([
    [1, 121],
    [1, 121],
    [2, 126],
    [2, 128],
    [null, 128],
  ])
})

test.each([
  ['0.0.0.0', '0'],
  ['255.255.255.255', '4294967295'],
  ['8.8.8.8', '134744072'],
  ['2001:db8::', '42540766411282592856903984951653826560'],
])('%s is %s, and back', (text, number) => {
  expect(addressNumber(text)).toBe(BigInt(number))
  expect(addressNumber(number)).toBe(BigInt(number))
  expect(addressText(BigInt(number))).toBe(text)
})

test('the short way to read IPv6 is the long way', () => {
  const random = seededRandom(6)
  const below = (limit: number) => Math.floor(random() * limit)
  let read = 0
  for (let round = 0; round < 20_000; round++) {
    const groups = Array.from({ length: 1 + below(9) }, () =>
      below(below(3) === 0 ? 0x1_0000 : 3)
        .toString(16)
        .padStart(below(6), '0'),
    )
    if (below(3) === 0) groups.splice(below(groups.length), below(3), '')
    const text = groups.join(':') + ['', '', ':', '::', 'g'][below(5)]
    const words = parseAddress(text)?.words
    const long = words ? words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n) : null
    if (long !== null) read++
    // A number without a colon is one in decimal digits.
    if (text.includes(':') && addressNumber(text) !== long) throw new Error(`${text}: ${addressNumber(text)}, not ${long}`)
  }
  expect(read).toBeGreaterThan(1000)
})

test('millions of ranges in a list come back as they were', () => {
  const list = new RangeList()
  const wide = 1n << 127n
  for (let index = 0; index < 10_000; index++)
    list.push({ start: BigInt(index), end: wide + BigInt(index), ref: recordRef(index) })
  expect(list.length).toBe(10_000)
  expect(list.at(9_999)).toEqual({ start: 9_999n, end: wide + 9_999n, ref: recordRef(9_999) })
  expect([list.at(-1), list.at(10_000)]).toEqual([undefined, undefined])
})

test('a text that is not an address or a block is null', () => {
  for (const text of ['', 'x', '1.2.3.4.5', '-1', '1e3', `${1n << 128n}`, '9'.repeat(60_000)])
    expect(addressNumber(text)).toBeNull()
  for (const text of ['', '10.0.0.0', '10.0.0.0/33', 'x/8']) expect(cidrBounds(text)).toBeNull()
  expect(cidrBounds('10.1.2.3/8')).toEqual([10n << 24n, (11n << 24n) - 1n])
})

/** Codes outside ISO 3166-1, which no registry lists: Ascension and Tristan da Cunha, parts of Saint Helena. */
const NOT_ISO = ['AC', 'TA']

test('every country is served by one registry', () => {
  const served = readServedCountries(SERVED)
  expect(Object.keys(countries).filter((code) => !served.has(code) && !NOT_ISO.includes(code))).toEqual([])
  expect([served.get('KR'), served.get('DE'), served.get('US'), served.get('BR'), served.get('KE')]).toEqual([
    'APNIC',
    'RIPE NCC',
    'ARIN',
    'LACNIC',
    'AFRINIC',
  ])
})

test('IANA blocks: allocated and legacy ones have a registry, reserved ones have none', () => {
  const v4 = readBlocks(IANA_IPV4)
  expect(v4.find(({ cidr }) => cidr === '1.0.0.0/8')).toEqual({ cidr: '1.0.0.0/8', registry: 'APNIC', legacy: false })
  expect(v4.find(({ cidr }) => cidr === '3.0.0.0/8')).toEqual({ cidr: '3.0.0.0/8', registry: 'ARIN', legacy: true })
  expect(v4.some(({ cidr }) => cidr === '10.0.0.0/8' || cidr === '240.0.0.0/8')).toBe(false)
  const v6 = readBlocks(IANA_IPV6)
  expect(v6.find(({ cidr }) => cidr === '2410:0000::/12')).toEqual({ cidr: '2410:0000::/12', registry: 'APNIC', legacy: false })
  expect(v6.some(({ cidr }) => cidr.startsWith('2002:'))).toBe(false)
})
