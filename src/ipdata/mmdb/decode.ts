import imported from 'mmdb-lib/lib/decoder.js'

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
export class Decoder {
  /** The number of values read so far, for callers that read many records. */
  decoded = 0
  readonly #library: Bounded

  /** Pointers count from `base`. */
  constructor(bytes: Buffer, base: number) {
    this.#library = new Bounded(bytes, base)
  }

  /** The value at a place of the file. Throws an MmdbFault. */
  decode(at: number): Value {
    const library = this.#library
    library.begin()
    try {
      return library.decode(at).value
    } catch (error) {
      throw error instanceof MmdbFault
        ? error
        : new MmdbFault(`cannot be read: ${error instanceof Error ? error.message : error}`)
    } finally {
      this.decoded += library.values
    }
  }
}

/** Counts what mmdb-lib makes of one record, and ends it at a limit. */
class Bounded extends Library {
  values = 0
  #depth = 0
  #textBytes = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer, base: number) {
    super(bytes, base)
    this.#bytes = bytes
  }

  begin(): void {
    this.values = 0
    this.#depth = 0
    this.#textBytes = 0
  }

  override decode(offset: number): Cursor {
    if (!(offset < this.#bytes.length)) throw pastEnd()
    this.#expect(1)
    this.values++
    if (++this.#depth > LIMITS.depth + 1) throw new MmdbFault(`is nested deeper than ${LIMITS.depth} levels`)
    const cursor = super.decode(offset)
    this.#depth--
    return cursor
  }

  override decodeByType(type: number, offset: number, size: number): Cursor {
    if (type === TYPE.string || type === TYPE.bytes) this.#count(size)
    if (type === TYPE.map || type === TYPE.array) this.#expect(type === TYPE.map ? size * 2 : size)
    else if (type !== TYPE.boolean && offset + size > this.#bytes.length) throw pastEnd()
    const cursor = super.decodeByType(type, offset, size)
    if (type === TYPE.map && Object.getPrototypeOf(cursor.value) !== Object.prototype)
      throw new MmdbFault('has a field whose name is not a name')
    return cursor
  }

  #expect(values: number): void {
    if (this.values + values > LIMITS.values) throw new MmdbFault(`has more than ${LIMITS.values.toLocaleString('en')} values`)
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
