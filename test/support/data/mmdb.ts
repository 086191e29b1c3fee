import { recordRef, Trie } from '../../../src/dataset/mmdb/trie.ts'
import { cidrBounds, noOddities, type Range, treeOfRanges, untangle } from '../../../src/dataset/reading/ranges.ts'
import type { Value } from '../../../src/ipdata/mmdb/file.ts'
import { writeMmdb } from './mmdb/write.ts'

/** Returns a small MMDB of our own making: records by CIDR block. */
export function smallMmdb(entries: Record<string, Value>, databaseType = 'test', buildEpoch = 1_700_000_000): Buffer {
  const trie = new Trie()
  const ranges: Range[] = Object.keys(entries).map((cidr, index) => {
    const bounds = cidrBounds(cidr)
    if (!bounds) throw new Error(cidr)
    return { start: bounds[0], end: bounds[1], ref: recordRef(index) }
  })
  const root = treeOfRanges(trie, untangle(ranges, noOddities()))
  return writeMmdb({ trie, root, records: Object.values(entries), databaseType, description: 'for a test', buildEpoch })
}
