import { describe, expect, test } from 'bun:test'
import { withoutAliases } from '../../../../src/dataset/mmdb/read.ts'
import { countNetworks, EMPTY, lower, overlay, recordRef, Trie } from '../../../../src/dataset/mmdb/trie.ts'
import { addressNumber, treeOfRanges } from '../../../../src/dataset/reading/ranges.ts'

describe('a trie', () => {
  test('keeps equal subtrees once', () => {
    const trie = new Trie()
    const leaf = trie.node(recordRef(1), recordRef(2))
    expect(trie.node(recordRef(1), recordRef(2))).toBe(leaf)
    expect(trie.node(leaf, leaf)).toBe(trie.node(leaf, leaf))
    expect([trie.size, countNetworks(trie, trie.node(leaf, leaf))]).toEqual([2, 4])
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
