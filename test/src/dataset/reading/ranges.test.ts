import { describe, expect, test } from 'bun:test'
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
import { seededRandom } from '../../../support/data/sources.ts'

const range = (start: number, end: number, id: number): Range => ({ start: BigInt(start), end: BigInt(end), ref: recordRef(id) })
const all = (ranges: Ranges) => Array.from({ length: ranges.length }, (_, index) => ranges.at(index) ?? range(0, 0, 0))

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

  test.each([
    ['ranges that do not touch stay', ['0-9 is 1', '10-19 is 1', '30-39 is 2'], ['0-9 is 1', '10-19 is 1', '30-39 is 2'], 0],
    ['of two equal ranges the later row wins', ['0-9 is 1', '0-9 is 2'], ['0-9 is 2'], 1],
    ['disorder is put right', ['10-19 is 2', '0-9 is 1'], ['0-9 is 1', '10-19 is 2'], 0],
  ])('%s', (_, rows, expected, overlapping) => {
    const oddities = noOddities()
    const ranges = rows.map((row) => {
      const [start = 0, end = 0, id = 0] = row.match(/\d+/g)?.map(Number) ?? []
      return range(start, end, id)
    })
    expect(all(untangle(ranges, oddities)).map(({ start, end, ref }) => `${start}-${end} is ${recordId(ref)}`)).toEqual(expected)
    expect([oddities.overlapping.count, oddities.unreadable.count]).toEqual([overlapping, 0])
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
  const leaves = [5, 200, 257, 260, 261].map((address) => walk(trie, root, address).join(' at '))
  expect(leaves).toEqual(['1 at 121', '1 at 121', '2 at 126', '2 at 128', ' at 128'])
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
