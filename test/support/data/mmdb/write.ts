import { EMPTY, isRecord, type Ref, recordId, type Trie } from '../../../../src/dataset/mmdb/trie.ts'
import { SEPARATOR_BYTES, type Value } from '../../../../src/ipdata/mmdb/file.ts'
import { DataSection, UnsignedInteger } from './encode.ts'

/** The mark before the metadata, in the last 128 KiB of a file. */
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

interface Database {
  trie: Trie
  /** A tree of 128 levels; IPv4 is below `::/96`. */
  root: Ref
  records: readonly Value[]
  databaseType: string
  description: string
  /** Seconds since 1970: the date of the data, not of the build, so that a build can be repeated byte for byte. */
  buildEpoch: number
}

/** Returns the bytes of a MaxMind DB file, IP version 6. */
export function writeMmdb(database: Database): Buffer {
  const { trie, root } = database
  const { order, numberOf } = numberNodes(trie, root)
  const section = new DataSection()
  const offsets = database.records.map((record) => section.write(record))
  const data = section.bytes
  const recordSize = smallestRecordSize(order.length + SEPARATOR_BYTES + data.length)

  const tree = Buffer.alloc((order.length * recordSize) / 4)
  const target = (ref: Ref): number => {
    if (ref === EMPTY) return order.length
    if (isRecord(ref)) return order.length + SEPARATOR_BYTES + (offsets[recordId(ref)] ?? 0)
    return numberOf[ref] ?? 0
  }
  const put = NODE_WRITERS[recordSize]
  order.forEach((node, number) => {
    put(tree, (number * recordSize) / 4, target(trie.left(node)), target(trie.right(node)))
  })

  const metadata = new DataSection()
  metadata.write({
    binary_format_major_version: new UnsignedInteger('uint16', 2),
    binary_format_minor_version: new UnsignedInteger('uint16', 0),
    build_epoch: new UnsignedInteger('uint64', database.buildEpoch),
    database_type: database.databaseType,
    description: { en: database.description },
    ip_version: new UnsignedInteger('uint16', 6),
    languages: ['en'],
    node_count: order.length,
    record_size: new UnsignedInteger('uint16', recordSize),
  })
  return Buffer.concat([tree, Buffer.alloc(SEPARATOR_BYTES), data, METADATA_MARKER, metadata.bytes])
}

/** Returns each node once, a node before those below it. */
function numberNodes(trie: Trie, root: Ref): { order: Uint32Array; numberOf: Uint32Array } {
  const seen = new Uint8Array(trie.size + 1)
  const numberOf = new Uint32Array(trie.size + 1)
  const order = new Uint32Array(trie.size)
  let count = 0
  const waiting: Ref[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === EMPTY || isRecord(node) || seen[node] === 1) continue
    seen[node] = 1
    numberOf[node] = count
    order[count++] = node
    waiting.push(trie.right(node), trie.left(node))
  }
  return { order: order.subarray(0, count), numberOf }
}

type RecordSize = 24 | 28 | 32

function smallestRecordSize(largestTarget: number): RecordSize {
  if (largestTarget < 2 ** 24) return 24
  if (largestTarget < 2 ** 28) return 28
  if (largestTarget < 2 ** 32) return 32
  throw new Error(`the tree needs ${largestTarget} targets, more than a MaxMind DB can hold`)
}

const NODE_WRITERS: Record<RecordSize, (tree: Buffer, at: number, left: number, right: number) => void> = {
  24(tree, at, left, right) {
    tree.writeUIntBE(left, at, 3)
    tree.writeUIntBE(right, at + 3, 3)
  },
  28(tree, at, left, right) {
    tree.writeUIntBE(left & 0xff_ffff, at, 3)
    tree[at + 3] = ((left >>> 24) << 4) | (right >>> 24)
    tree.writeUIntBE(right & 0xff_ffff, at + 4, 3)
  },
  32(tree, at, left, right) {
    tree.writeUInt32BE(left, at)
    tree.writeUInt32BE(right, at + 4)
  },
}
