import { Records, Trie } from '../../../src/dataset/mmdb/trie.ts'
import { type RecordTree, writeRangeFile } from '../../../src/dataset/packing/write.ts'
import { cidrBounds, noOddities, type Range, treeOfRanges, untangle } from '../../../src/dataset/reading/ranges.ts'
import type { FlatRecord } from '../../../src/ipdata/ranges/layout.ts'
import { RangeFile } from '../../../src/ipdata/ranges/open.ts'
import { parseAddress } from '../../../src/policy/address.ts'

/** A range file, asked as mmdb-lib is asked. */
export interface BuiltData {
  readonly file: RangeFile
  get(ip: string): unknown
  /** The record, null if there is none, and the length of the prefix of its block. */
  getWithPrefixLength(ip: string): [record: unknown, prefixLength: number]
}

export function openBuilt(bytes: Buffer): BuiltData {
  const file = new RangeFile(bytes)
  const getWithPrefixLength = (ip: string): [unknown, number] => {
    const address = parseAddress(ip)
    if (!address) throw new Error(ip)
    const { record, prefixLength } = file.locate(address.words)
    return [record === 0 ? null : file.record(record), prefixLength]
  }
  return { file, getWithPrefixLength, get: (ip) => getWithPrefixLength(ip)[0] }
}

export const recordAt = (bytes: Buffer, ip: string): unknown => openBuilt(bytes).get(ip)

/** Returns the source of a range file: records by CIDR block. */
export function smallSource(entries: Record<string, FlatRecord>, id = 'city'): RecordTree {
  const trie = new Trie()
  const records = new Records()
  const ranges: Range[] = Object.entries(entries).map(([cidr, record]) => {
    const bounds = cidrBounds(cidr)
    if (!bounds) throw new Error(cidr)
    return { start: bounds[0], end: bounds[1], ref: records.refOf(record) }
  })
  return { id, trie, root: treeOfRanges(trie, untangle(ranges, noOddities())), records: records.values }
}

export const smallRangeFile = (entries: Record<string, FlatRecord>, id = 'city'): Buffer =>
  writeRangeFile(smallSource(entries, id))
