import { expect, test } from 'bun:test'
import { withoutAliases } from '../../../../src/dataset/mmdb/read.ts'
import { EMPTY, recordRef, Trie } from '../../../../src/dataset/mmdb/trie.ts'
import { addressNumber, treeOfRanges } from '../../../../src/dataset/reading/ranges.ts'

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
