import { EMPTY, isRecord, type Ref, recordId, recordRef, Trie } from '../../../src/dataset/mmdb/trie.ts'
import { cidrBounds, noOddities, type Range, treeOfRanges, untangle } from '../../../src/dataset/reading/ranges.ts'
import { SEPARATOR_BYTES, type Value } from '../../../src/ipdata/mmdb/file.ts'

/** A writer of MaxMind DB files (format 2.0, https://maxmind.github.io/MaxMind-DB/), IP version 6, byte by byte. */

/** The mark before the metadata, in the last 128 KiB of a file. */
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
const POINTER_BYTES = 5
const TYPE = { pointer: 1, text: 2, double: 3, uint16: 5, uint32: 6, map: 7, uint64: 9, list: 11, boolean: 14 } as const

/** Returns the bytes before a value: its type and its size, whether it has that size or not. */
export function control(type: keyof typeof TYPE, size: number): Buffer {
  const number = TYPE[type]
  const short = size < 29 ? size : size < 285 ? 29 : size < 65_821 ? 30 : 31
  const first = number > 7 ? [short, number - 7] : [(number << 5) | short]
  const long = [0, 1, 2, 3][short < 29 ? 0 : short - 28] ?? 0
  const rest = Buffer.alloc(long)
  if (long > 0) rest.writeUIntBE(size - ([29, 285, 65_821][long - 1] ?? 0), 0, long)
  return Buffer.concat([Buffer.from(first), rest])
}

export const text = (value: string) => Buffer.concat([control('text', Buffer.byteLength(value)), Buffer.from(value)])
export const list = (...items: Buffer[]) => Buffer.concat([control('list', items.length), ...items])
export function map(fields: Record<string, Buffer>): Buffer {
  const parts = Object.entries(fields).flatMap(([name, value]) => [text(name), value])
  return Buffer.concat([control('map', parts.length / 2), ...parts])
}
function uint(type: 'uint16' | 'uint32' | 'uint64', value: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value, 0, 6)
  const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
  return Buffer.concat([control(type, digits.length), digits])
}
function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return Buffer.concat([control('double', 8), bytes])
}
export function pointer(to: number): Buffer {
  const bytes = Buffer.from([(TYPE.pointer << 5) | (3 << 3), 0, 0, 0, 0])
  bytes.writeUInt32BE(to, 1)
  return bytes
}

/** Values one after another, which point to those before them. */
export class Section {
  #parts: Buffer[] = []
  #length = 0
  #texts = new Map<string, number>()

  put(value: Buffer): number {
    const at = this.#length
    this.#parts.push(value)
    this.#length += value.length
    return at
  }

  /** Returns the bytes of a value. Its texts, if they are longer than a pointer, are written once for all values. */
  bytesOf(value: Value): Buffer {
    if (typeof value === 'string') return value.length < POINTER_BYTES ? text(value) : this.#pointerTo(value)
    if (typeof value === 'boolean') return control('boolean', value ? 1 : 0)
    if (typeof value === 'number') return value === value >>> 0 ? uint('uint32', value) : double(value)
    if (Array.isArray(value)) return list(...value.map((item) => this.bytesOf(item)))
    return map(Object.fromEntries(Object.entries(value).map(([name, field]) => [name, this.bytesOf(field)])))
  }

  #pointerTo(value: string): Buffer {
    const at = this.#texts.get(value) ?? this.put(text(value))
    this.#texts.set(value, at)
    return pointer(at)
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

/** A node as its halves: the number of a node, or where a record is. */
export type Half = { readonly node: number } | { readonly record: number }
export type Node = readonly [Half, Half]

/** Returns a file of these nodes, the first its root. */
export function mmdbOf(nodes: readonly Node[], data: Buffer): Buffer {
  const numberOf = (half: Half) => ('node' in half ? half.node : nodes.length + SEPARATOR_BYTES + half.record)
  const tree = Uint32Array.from(nodes.flat(), numberOf)
  return fileOf({ tree, data, databaseType: 'GeoLite2-City', buildEpoch: 1_790_000_000 })
}

interface Parts {
  /** The halves of the nodes, one after another. */
  tree: Uint32Array
  data: Buffer
  databaseType: string
  /** Seconds since 1970. */
  buildEpoch: number
}

function fileOf({ tree, data, databaseType, buildEpoch }: Parts): Buffer {
  const metadata = map({
    binary_format_major_version: uint('uint16', 2),
    build_epoch: uint('uint64', buildEpoch),
    database_type: text(databaseType),
    ip_version: uint('uint16', 6),
    node_count: uint('uint32', tree.length / 2),
    record_size: uint('uint16', 32),
  })
  const halves = Buffer.from(tree.buffer).swap32()
  return Buffer.concat([halves, Buffer.alloc(SEPARATOR_BYTES), data, METADATA_MARKER, metadata])
}

interface Source extends Pick<Parts, 'databaseType' | 'buildEpoch'> {
  trie: Trie
  /** A tree of 128 levels; IPv4 is below `::/96`. */
  root: Ref
  records: readonly Value[]
}

export function writeMmdb({ trie, root, records, ...described }: Source): Buffer {
  const section = new Section()
  const offsets = records.map((record) => section.put(section.bytesOf(record)))
  const order: Ref[] = []
  /** Counted from 1, each node once. */
  const numbers = new Uint32Array(trie.size + 1)
  const count = (ref: Ref) => {
    if (ref === EMPTY || isRecord(ref) || numbers[ref] !== 0) return
    numbers[ref] = order.push(ref)
    count(trie.left(ref))
    count(trie.right(ref))
  }
  count(root)
  const numberOf = (ref: Ref) => {
    if (ref === EMPTY) return order.length
    return isRecord(ref) ? order.length + SEPARATOR_BYTES + (offsets[recordId(ref)] ?? 0) : (numbers[ref] ?? 0) - 1
  }
  const tree = new Uint32Array(order.length * 2)
  for (const [index, ref] of order.entries()) tree.set([numberOf(trie.left(ref)), numberOf(trie.right(ref))], index * 2)
  return fileOf({ tree, data: section.bytes, ...described })
}

/** Returns a small file: records by CIDR block. */
export function smallMmdb(entries: Record<string, Value>, databaseType = 'test', buildEpoch = 1_700_000_000): Buffer {
  const trie = new Trie()
  const ranges: Range[] = Object.keys(entries).map((cidr, index) => {
    const bounds = cidrBounds(cidr)
    if (!bounds) throw new Error(cidr)
    return { start: bounds[0], end: bounds[1], ref: recordRef(index) }
  })
  const root = treeOfRanges(trie, untangle(ranges, noOddities()))
  return writeMmdb({ trie, root, records: Object.values(entries), databaseType, buildEpoch })
}
