import { describe, expect, test } from 'bun:test'
import { Reader, type Response } from 'mmdb-lib'
import { importTree, withoutAliases } from '../../../../src/dataset/mmdb/read.ts'
import { countNetworks, EMPTY, lower, overlay, recordRef, Trie } from '../../../../src/dataset/mmdb/trie.ts'
import { addressNumber, treeOfRanges } from '../../../../src/dataset/reading/ranges.ts'
import type { Value } from '../../../../src/dataset/reading/records.ts'
import { Mmdb } from '../../../../src/ipdata/mmdb/file.ts'
import { DataSection } from '../../../support/data/mmdb/encode.ts'
import { writeMmdb } from '../../../support/data/mmdb/write.ts'
import { smallMmdb } from '../../../support/data/mmdb.ts'

const read = (bytes: Buffer) => new Reader<Response>(bytes)
const find = (reader: Reader<Response>, ip: string): unknown => reader.get(ip)

describe('a trie', () => {
  test('keeps equal subtrees once', () => {
    const trie = new Trie()
    const leaf = trie.node(recordRef(1), recordRef(2))
    expect(trie.node(recordRef(1), recordRef(2))).toBe(leaf)
    expect(trie.node(leaf, leaf)).toBe(trie.node(leaf, leaf))
    expect([trie.size, countNetworks(trie, trie.node(leaf, leaf))]).toEqual([2, 4])
  })

  test('two empty halves are nothing; two equal records stay two networks', () => {
    const trie = new Trie()
    expect(trie.node(EMPTY, EMPTY)).toBe(EMPTY)
    expect(countNetworks(trie, trie.node(recordRef(1), recordRef(1)))).toBe(2)
  })

  test('grows past its first capacity without losing a node', () => {
    const trie = new Trie()
    const nodes = Array.from({ length: 300_000 }, (_, id) => trie.node(recordRef(id), EMPTY))
    expect(trie.size).toBe(300_000)
    nodes.forEach((node, id) => {
      if (trie.node(recordRef(id), EMPTY) !== node || trie.left(node) !== recordRef(id)) throw new Error(`node ${id} was lost`)
    })
  })

  test('overlay: the upper tree wins where both speak', () => {
    const trie = new Trie()
    const [a, b, c] = [recordRef(1), recordRef(2), recordRef(3)]
    expect(overlay(trie, a, EMPTY)).toBe(a)
    expect(overlay(trie, EMPTY, b)).toBe(b)
    expect(overlay(trie, trie.node(a, b), c)).toBe(c)
    expect(overlay(trie, a, trie.node(EMPTY, c))).toBe(trie.node(a, c))
    expect(overlay(trie, trie.node(a, EMPTY), trie.node(EMPTY, b))).toBe(trie.node(a, b))
    expect(lower(trie, a, 2)).toBe(trie.node(trie.node(a, EMPTY), EMPTY))
  })
})

describe('a file that we write', () => {
  test('answers by the narrowest block, in both families, and nothing outside', () => {
    const reader = read(
      smallMmdb({
        '10.0.0.0/8': { n: 'wide' },
        '10.1.2.0/24': { n: 'narrow' },
        '10.1.2.3/32': { n: 'one' },
        '2001:db8::/33': { n: 'six' },
      }),
    )
    const answers = ['10.9.9.9', '10.1.2.4', '10.1.2.3', '2001:db8::1', '2001:db8:8000::1', '11.0.0.0', '9.255.255.255'].map(
      (ip) => find(reader, ip),
    )
    expect(answers).toEqual([{ n: 'wide' }, { n: 'narrow' }, { n: 'one' }, { n: 'six' }, null, null, null])
    expect(reader.getWithPrefixLength('10.1.2.4')[1]).toBe(32 - 2)
    expect(reader.metadata).toMatchObject({ ipVersion: 6, databaseType: 'test', recordSize: 24 })
    expect(reader.metadata.buildEpoch.toISOString()).toBe('2023-11-14T22:13:20.000Z')
  })

  test('keeps apart what JSON would take for the same', () => {
    const reader = read(
      smallMmdb({
        '10.0.0.0/8': { n: Number.NaN },
        '11.0.0.0/8': { n: Number.POSITIVE_INFINITY },
        '12.0.0.0/8': { n: 7n },
        '13.0.0.0/8': { n: 7 },
      }),
    )
    expect(['10.0.0.1', '11.0.0.1', '12.0.0.1', '13.0.0.1'].map((ip) => find(reader, ip))).toEqual([
      { n: Number.NaN },
      { n: Number.POSITIVE_INFINITY },
      { n: 7n },
      { n: 7 },
    ])
  })

  test('uses wider records where 24 bits do not reach', () => {
    const records = Array.from({ length: 300 }, (_, id) => ({ id, text: `${id}`.repeat(24_000) }))
    const bytes = smallMmdb(Object.fromEntries(records.map((record, id) => [`10.${id >> 8}.${id & 255}.0/24`, record])))
    const reader = read(bytes)
    expect(reader.metadata.recordSize).toBe(28)
    for (const id of [0, 1, 255, 256, 299]) expect(find(reader, `10.${id >> 8}.${id & 255}.9`)).toEqual(records[id] ?? {})
  })

  test('points near and far: strings beyond 2 KiB, 514 KiB and further come back from pointers of every size', () => {
    const section = new DataSection()
    const words = Array.from({ length: 60_000 }, (_, id) => `word number ${id}`)
    for (const word of words) section.write(word)
    const offset = section.write([0, 100, 200, 30_000, 59_999].map((id) => words[id] ?? ''))
    const sizes: number[] = []
    for (let at = offset + 2; at < section.bytes.length; at += sizes.at(-1) ?? 1)
      sizes.push((((section.bytes[at] ?? 0) >> 3) & 3) + 2)
    expect(sizes).toEqual([2, 2, 3, 4, 4])
    const record = { all: words }
    expect(find(read(smallMmdb({ '10.0.0.0/8': record, '11.0.0.0/8': { again: words.toReversed() } })), '11.0.0.1')).toEqual({
      again: words.toReversed(),
    })
  })

  test('is the same file for the same data', () => {
    const make = () => smallMmdb({ '10.0.0.0/8': { a: 1 }, '2001:db8::/32': { b: [1.5, 'x'] } })
    expect(make().equals(make())).toBe(true)
  })

  test('comes back from our own reader as the same tree', () => {
    const bytes = smallMmdb({ '10.0.0.0/8': { a: 1 }, '10.1.0.0/16': { a: 2 }, '2001:db8::/32': { a: 1 } })
    const trie = new Trie()
    const records: Value[] = []
    const root = importTree(trie, new Mmdb(bytes), (record) => recordRef(records.push(record) - 1))
    const again = writeMmdb({ trie, root, records, databaseType: 'test', description: 'for a test', buildEpoch: 1_700_000_000 })
    expect(again.equals(bytes)).toBe(true)
  })
})

/** Returns a tree with a record for each pair of first and last address. */
function treeOf(trie: Trie, pairs: readonly [first: string, last: string, record: number][]) {
  const at = (text: string) => addressNumber(text) ?? 0n
  const ranges = pairs.map(([first, last, record]) => ({ start: at(first), end: at(last), ref: recordRef(record) }))
  return treeOfRanges(trie, ranges)
}

const IPV4 = ['1.0.0.0', '1.0.0.255', 1] as const
const OWN = ['2a00::', '2a00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 2] as const

test('only the blocks that repeat all of IPv4 are left out', () => {
  const trie = new Trie()
  // 1.0.0.0/24 is 0100:00 in 6to4 and Teredo.
  const aliased = treeOf(trie, [
    [...IPV4],
    ['2001:0:100::', '2001:0:100:ff:ffff:ffff:ffff:ffff', 1],
    ['2002:100::', '2002:100:ff:ffff:ffff:ffff:ffff:ffff', 1],
    [...OWN],
  ])
  expect(withoutAliases(trie, aliased)).toBe(treeOf(trie, [[...IPV4], [...OWN]]))
})

test('data of their own in the same places stay', () => {
  const trie = new Trie()
  const own = treeOf(trie, [[...IPV4], ['2002:100::', '2002:100:ff:ffff:ffff:ffff:ffff:ffff', 3], [...OWN]])
  expect(withoutAliases(trie, own)).toBe(own)
  const without = treeOf(trie, [[...OWN]])
  expect(withoutAliases(trie, without)).toBe(without)
  expect(withoutAliases(trie, EMPTY)).toBe(EMPTY)
})
