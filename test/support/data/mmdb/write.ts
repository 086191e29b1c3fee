import { EMPTY, isRecord, type Ref, recordId, type Trie } from '../../../../src/dataset/mmdb/trie.ts'
import { SEPARATOR_BYTES, type Value } from '../../../../src/ipdata/mmdb/file.ts'

/** The mark before the metadata, in the last 128 KiB of a file. */
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
const NODE_BYTES = 8

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

/** Returns the bytes of a MaxMind DB file (format 2.0, https://maxmind.github.io/MaxMind-DB/), IP version 6. */
export function writeMmdb({ trie, root, records, databaseType, description, buildEpoch }: Database): Buffer {
  const { order, numberOf } = numberNodes(trie, root)
  const section = new DataSection()
  const offsets = records.map((record) => section.write(record))
  const tree = Buffer.alloc(order.length * NODE_BYTES)
  const target = (ref: Ref): number => {
    if (ref === EMPTY) return order.length
    if (isRecord(ref)) return order.length + SEPARATOR_BYTES + (offsets[recordId(ref)] ?? 0)
    return numberOf[ref] ?? 0
  }
  order.forEach((node, number) => {
    tree.writeUInt32BE(target(trie.left(node)), number * NODE_BYTES)
    tree.writeUInt32BE(target(trie.right(node)), number * NODE_BYTES + NODE_BYTES / 2)
  })
  const metadata = new DataSection()
  metadata.write({
    binary_format_major_version: 2,
    build_epoch: buildEpoch,
    database_type: databaseType,
    description: { en: description },
    ip_version: 6,
    languages: ['en'],
    node_count: order.length,
    record_size: NODE_BYTES * 4,
  })
  return Buffer.concat([tree, Buffer.alloc(SEPARATOR_BYTES), section.bytes, METADATA_MARKER, metadata.bytes])
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

const TYPE = { pointer: 1, string: 2, double: 3, uint32: 6, map: 7, array: 11, boolean: 14, float: 15 } as const
const POINTER_BYTES = 5

/** Values one after another. Every string longer than a pointer is written once and pointed to afterwards. */
class DataSection {
  #bytes = Buffer.alloc(1 << 20)
  #length = 0
  #strings = new Map<string, number>()

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Appends a value and returns its offset from the start of the section. */
  write(value: Value): number {
    const offset = this.#length
    this.#room(16)
    if (typeof value === 'string') this.#string(value)
    else if (typeof value === 'number') this.#number(value)
    else if (typeof value === 'boolean') this.#control(TYPE.boolean, value ? 1 : 0)
    else if (Array.isArray(value)) {
      this.#control(TYPE.array, value.length)
      for (const item of value) this.write(item)
    } else {
      const entries = Object.entries(value)
      this.#control(TYPE.map, entries.length)
      for (const [key, item] of entries) {
        this.write(key)
        this.write(item)
      }
    }
    return offset
  }

  #string(text: string): void {
    const known = this.#strings.get(text)
    const utf8 = Buffer.from(text)
    if (known !== undefined) {
      this.#bytes[this.#length] = (TYPE.pointer << 5) | (3 << 3)
      this.#length = this.#bytes.writeUInt32BE(known, this.#length + 1)
      return
    }
    if (utf8.length >= POINTER_BYTES) this.#strings.set(text, this.#length)
    this.#room(utf8.length)
    this.#control(TYPE.string, utf8.length)
    this.#length += utf8.copy(this.#bytes, this.#length)
  }

  /** Whole numbers as integers; others as the shorter of float and double that keeps the value. */
  #number(value: number): void {
    const isUint = Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff
    const isFloat = Math.fround(value) === value
    this.#control(isUint ? TYPE.uint32 : isFloat ? TYPE.float : TYPE.double, isUint || isFloat ? 4 : 8)
    if (isUint) this.#length = this.#bytes.writeUInt32BE(value, this.#length)
    else if (isFloat) this.#length = this.#bytes.writeFloatBE(value, this.#length)
    else this.#length = this.#bytes.writeDoubleBE(value, this.#length)
  }

  /** The control byte, the type byte of an extended type (over 7), and the size bytes of a long value. */
  #control(type: number, size: number): void {
    const short = size < 29 ? size : size < 285 ? 29 : 30
    this.#bytes[this.#length++] = type > 7 ? short : (type << 5) | short
    if (type > 7) this.#bytes[this.#length++] = type - 7
    if (short === 29) this.#bytes[this.#length++] = size - 29
    else if (short === 30) this.#length = this.#bytes.writeUInt16BE(size - 285, this.#length)
  }

  #room(bytes: number): void {
    if (this.#length + bytes + 16 <= this.#bytes.length) return
    const wider = Buffer.alloc(this.#bytes.length * 2 + bytes)
    this.#bytes.copy(wider)
    this.#bytes = wider
  }
}
