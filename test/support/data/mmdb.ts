import { Trie } from '../../../src/dataset/mmdb/trie.ts'
import { cidrBounds, noOddities, type Range, treeOfRanges, untangle } from '../../../src/dataset/reading/ranges.ts'
import { Records, type Value } from '../../../src/dataset/reading/records.ts'
import { writeMmdb } from './mmdb/write.ts'

/** Returns a small MMDB of our own making: records by CIDR block. */
export function smallMmdb(entries: Record<string, Value>, databaseType = 'test', buildEpoch = 1_700_000_000): Buffer {
  const trie = new Trie()
  const records = new Records()
  const ranges: Range[] = Object.entries(entries).map(([cidr, record]) => {
    const bounds = cidrBounds(cidr)
    if (!bounds) throw new Error(cidr)
    return { start: bounds[0], end: bounds[1], ref: records.refOf(record) }
  })
  const root = treeOfRanges(trie, untangle(ranges, noOddities()))
  return writeMmdb({ trie, root, records: records.values, databaseType, description: 'for a test', buildEpoch })
}
