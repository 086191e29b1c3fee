import imported from 'mmdb-lib/lib/decoder.js'

/** The mark before the metadata, which are in the last part of a file. */
const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
const METADATA_MAX_BYTES = 128 * 1024
/** Zero bytes between the tree and the records. */
export const SEPARATOR_BYTES = 16
const IPV4_LEVELS = 96
const WORD_BITS = 32

interface Metadata {
  readonly nodeCount: number
  readonly recordSize: 24 | 28 | 32
  readonly ipVersion: 4 | 6
  readonly databaseType: string
  /** Not a date if the file names none. */
  readonly buildEpoch: Date
}

/** A MaxMind DB file: a tree of addresses, and records. It may be of anybody's making. */
export class Mmdb {
  readonly metadata: Metadata
  readonly #bytes: Buffer
  /** Read in a third of the time. */
  readonly #view: DataView
  readonly #treeBytes: number
  readonly #decoder: Decoder
  readonly #ipv4Root: number

  /** Throws an MmdbFault that continues a sentence that begins with the name of the file. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.metadata = metadataIn(bytes)
    this.#treeBytes = (this.metadata.nodeCount * this.metadata.recordSize) / 4
    if (this.#treeBytes + SEPARATOR_BYTES > bytes.length) throw new MmdbFault('ends within its tree')
    this.#decoder = new Decoder(bytes, this.#treeBytes + SEPARATOR_BYTES)
    this.#ipv4Root = this.metadata.ipVersion === 4 ? 0 : this.#walk([0, 0, 0], IPV4_LEVELS, 0).node
  }

  /** In bytes. */
  get size(): number {
    return this.#bytes.length
  }

  /** The day of the data; null if the file does not say. */
  get date(): Date | null {
    const { buildEpoch } = this.metadata
    return Number.isNaN(buildEpoch.getTime()) ? null : buildEpoch
  }

  /** All values that were read of records so far. */
  get decoded(): number {
    return this.#decoder.decoded
  }

  /** The left (0) or right (1) half of a node: a node number, the node count ("no record"), or more (a record). */
  child(node: number, side: number): number {
    const { recordSize } = this.metadata
    const at = (node * recordSize) / 4
    if (recordSize === 24) return this.#three(at + side * 3)
    if (recordSize === 32) return this.#view.getUint32(at + side * 4)
    const middle = this.#view.getUint8(at + 3)
    const high = side === 0 ? middle >>> 4 : middle & 0x0f
    return high * 2 ** 24 + this.#three(at + side * 4)
  }

  #three(at: number): number {
    return this.#view.getUint16(at) * 0x100 + this.#view.getUint8(at + 2)
  }

  /** The number of the record of an address, and how many of its bits decide that; null if there is none. `words` are as in an Address. */
  find(words: readonly number[]): { readonly record: number; readonly prefixLength: number } | null {
    const { nodeCount, ipVersion } = this.metadata
    const isIpv4 = words.length === 1
    // In a file with IPv4 only, it would be that of some IPv4 address.
    if (!isIpv4 && ipVersion === 4) return null
    const { node, depth } = this.#walk(words, words.length * WORD_BITS, isIpv4 ? this.#ipv4Root : 0)
    return node > nodeCount ? { record: node, prefixLength: depth } : null
  }

  #walk(words: readonly number[], bits: number, root: number): { node: number; depth: number } {
    let [node, depth] = [root, 0]
    for (; depth < bits && node < this.metadata.nodeCount; depth++)
      node = this.child(node, ((words[depth >>> 5] ?? 0) >>> (WORD_BITS - 1 - (depth % WORD_BITS))) & 1)
    return { node, depth }
  }

  /** Returns the record that a node names. Throws an MmdbFault, whose message continues a sentence that begins with the file. */
  record(number: number): Value {
    const at = number - this.metadata.nodeCount + this.#treeBytes
    try {
      if (at < this.#treeBytes + SEPARATOR_BYTES) throw new MmdbFault('is in the tree')
      return this.#decoder.valueAt(at)
    } catch (error) {
      throw error instanceof MmdbFault ? new MmdbFault(`its record at byte ${at.toLocaleString('en')} ${error.message}`) : error
    }
  }
}

function metadataIn(bytes: Buffer): Metadata {
  const first = Math.max(0, bytes.length - METADATA_MAX_BYTES)
  const marker = bytes.subarray(first).lastIndexOf(MARKER)
  if (marker < 0) throw new MmdbFault('has no metadata')
  const start = first + marker + MARKER.length
  const fields = new Map(Object.entries(new Decoder(bytes, start).valueAt(start)))
  const nodeCount = fields.get('node_count')
  const recordSize = ([24, 28, 32] as const).find((size) => size === fields.get('record_size'))
  const ipVersion = ([4, 6] as const).find((version) => version === fields.get('ip_version'))
  const databaseType = fields.get('database_type')
  if (typeof nodeCount !== 'number' || nodeCount < 0 || !recordSize || !ipVersion)
    throw new MmdbFault('has metadata that are not those of a database')
  return {
    nodeCount,
    recordSize,
    ipVersion,
    databaseType: typeof databaseType === 'string' ? databaseType : '',
    buildEpoch: new Date(Number(fields.get('build_epoch') ?? Number.NaN) * 1000),
  }
}

/** A value in a record of an MMDB, in any layout. */
export type Value = string | number | bigint | boolean | Buffer | Value[] | { [key: string]: Value }

/** The limits of a record, far above those of any publisher. Pointers let a few hundred bytes mean more values than there is memory. */
const LIMITS = { depth: 32, values: 10_000, textBytes: 1024 * 1024 } as const

/** A fault in the bytes of a record: the message continues a sentence that begins with what they are a part of. */
export class MmdbFault extends Error {}

/** Types of MaxMind DB 2.0 whose size is a claim (https://maxmind.github.io/MaxMind-DB/). */
const TYPE = { string: 2, bytes: 4, map: 7, array: 11, boolean: 14 } as const

interface Cursor {
  readonly value: Value
  readonly offset: number
}

/** The decoder of mmdb-lib, as far as it is watched: each value passes `decode`, and each size `decodeByType`. */
interface Library {
  decode(offset: number): Cursor
  decodeByType(type: number, offset: number, size: number): Cursor
}

// A seam: once compiled, the default of this CommonJS module is the module itself, which has the class as its own default; and the
// types of mmdb-lib call `decodeByType` private.
const Library = ((imported as typeof imported & { default?: typeof imported }).default ?? imported) as unknown as new (
  bytes: Buffer,
  base: number,
) => Library

/** Reads the values of a MaxMind DB, each within `LIMITS`: no size is believed before its bytes are there. */
class Decoder extends Library {
  /** The number of values read so far, for callers that read many records. */
  decoded = 0
  #values = 0
  #depth = 0
  #textBytes = 0

  /** Pointers count from `base`. */
  constructor(
    private readonly bytes: Buffer,
    base: number,
  ) {
    super(bytes, base)
  }

  /** The value at a place of the file. Throws an MmdbFault. */
  valueAt(at: number): Value {
    this.#values = 0
    this.#depth = 0
    this.#textBytes = 0
    try {
      return this.decode(at).value
    } catch (error) {
      throw error instanceof MmdbFault
        ? error
        : new MmdbFault(`cannot be read: ${error instanceof Error ? error.message : error}`)
    } finally {
      this.decoded += this.#values
    }
  }

  override decode(offset: number): Cursor {
    if (!(offset < this.bytes.length)) throw pastEnd()
    this.#expect(1)
    this.#values++
    if (++this.#depth > LIMITS.depth + 1) throw new MmdbFault(`is nested deeper than ${LIMITS.depth} levels`)
    const cursor = super.decode(offset)
    this.#depth--
    return cursor
  }

  override decodeByType(type: number, offset: number, size: number): Cursor {
    if (type === TYPE.string || type === TYPE.bytes) this.#count(size)
    if (type === TYPE.map || type === TYPE.array) this.#expect(type === TYPE.map ? size * 2 : size)
    else if (type !== TYPE.boolean && offset + size > this.bytes.length) throw pastEnd()
    const cursor = super.decodeByType(type, offset, size)
    if (type === TYPE.map && Object.getPrototypeOf(cursor.value) !== Object.prototype)
      throw new MmdbFault('has a field whose name is not a name')
    return cursor
  }

  #expect(values: number): void {
    if (this.#values + values > LIMITS.values) throw new MmdbFault(`has more than ${LIMITS.values.toLocaleString('en')} values`)
  }

  #count(size: number): void {
    this.#textBytes += size
    if (this.#textBytes > LIMITS.textBytes)
      throw new MmdbFault(`has more than ${LIMITS.textBytes.toLocaleString('en')} bytes of text`)
  }
}

function pastEnd(): MmdbFault {
  return new MmdbFault('goes on after the end of the file')
}
