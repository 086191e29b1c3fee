/** What a record of an MMDB may consist of, whatever its layout. */
export type Value = string | number | bigint | boolean | Buffer | Value[] | { [key: string]: Value }

/** Far more than any publisher has in a record. Pointers let a few hundred bytes stand for more values than there is memory. */
export const LIMITS = { depth: 32, values: 10_000, textBytes: 1024 * 1024 } as const

/** Why bytes are not a record: the message continues a sentence that begins with what they are a part of. */
export class MmdbFault extends Error {}

/** The types of MaxMind DB 2.0 (https://maxmind.github.io/MaxMind-DB/). */
const TYPE = {
  extended: 0,
  pointer: 1,
  string: 2,
  double: 3,
  bytes: 4,
  uint16: 5,
  uint32: 6,
  map: 7,
  int32: 8,
  uint64: 9,
  uint128: 10,
  array: 11,
  boolean: 14,
  float: 15,
} as const
const EXTENDED_BASE = 7
const POINTER_BASE = [0, 2048, 526_336, 0] as const
/** Sizes of 29 and more are in the bytes that follow: their number, and what is added to them. */
const LONG_SIZES = [
  { bytes: 1, base: 29 },
  { bytes: 2, base: 285 },
  { bytes: 3, base: 65_821 },
] as const
const UINT32_BYTES = 4

/** Reads the values of a MaxMind DB, each within `LIMITS`: no size is believed before its bytes are there. */
export class Decoder {
  /** All values that were read, for whoever reads many records. */
  decoded = 0
  readonly #bytes: Buffer
  /** Where pointers count from. */
  readonly #base: number
  #at = 0
  #values = 0
  #textBytes = 0

  constructor(bytes: Buffer, base: number) {
    this.#bytes = bytes
    this.#base = base
  }

  /** The value at a place of the file. Throws an MmdbFault. */
  decode(at: number): Value {
    this.#at = at
    this.#values = 0
    this.#textBytes = 0
    try {
      return this.#value(0)
    } finally {
      this.decoded += this.#values
    }
  }

  #value(depth: number): Value {
    if (depth > LIMITS.depth) throw new MmdbFault(`is nested deeper than ${LIMITS.depth} levels`)
    if (++this.#values > LIMITS.values) throw tooMany()
    const control = this.#uint(1)
    const short = control & 0x1f
    const known = control >>> 5
    if (known === TYPE.pointer) return this.#pointedTo(short, depth)
    const type = known === TYPE.extended ? EXTENDED_BASE + this.#uint(1) : known
    const size = this.#sizeOf(short)
    if (type === TYPE.map) return this.#map(size, depth)
    if (type === TYPE.array) return this.#list(size, depth)
    if (type === TYPE.boolean) return size !== 0
    return this.#scalar(type, size)
  }

  #scalar(type: number, size: number): Value {
    if (type === TYPE.string) return this.#text(size)
    if (type === TYPE.bytes) return this.#blob(size)
    if (type === TYPE.uint16 || type === TYPE.uint32) return this.#uint(atMost(UINT32_BYTES, size))
    if (type === TYPE.uint64) return this.#big(atMost(8, size))
    if (type === TYPE.uint128) return this.#big(atMost(16, size))
    // A shorter one is not negative.
    if (type === TYPE.int32)
      return size === UINT32_BYTES ? this.#take(size).readInt32BE() : this.#uint(atMost(UINT32_BYTES, size))
    if (type === TYPE.double && size === 8) return this.#take(size).readDoubleBE()
    if (type === TYPE.float && size === 4) return this.#take(size).readFloatBE()
    throw new MmdbFault(`has a value of the unknown type ${type} with ${size} bytes`)
  }

  #pointedTo(short: number, depth: number): Value {
    const size = short >>> 3
    const high = size === POINTER_BASE.length - 1 ? 0 : (short & 7) * 256 ** (size + 1)
    const target = this.#base + (POINTER_BASE[size] ?? 0) + high + this.#uint(size + 1)
    const next = this.#at
    this.#at = target
    const value = this.#value(depth + 1)
    this.#at = next
    return value
  }

  #map(size: number, depth: number): Value {
    this.#expect(size * 2)
    const map: { [key: string]: Value } = {}
    for (let index = 0; index < size; index++) {
      const key = this.#value(depth + 1)
      if (typeof key !== 'string' || key === '__proto__') throw new MmdbFault('has a field whose name is not a name')
      map[key] = this.#value(depth + 1)
    }
    return map
  }

  #list(size: number, depth: number): Value {
    this.#expect(size)
    const list: Value[] = []
    for (let index = 0; index < size; index++) list.push(this.#value(depth + 1))
    return list
  }

  #expect(values: number): void {
    if (this.#values + values > LIMITS.values) throw tooMany()
  }

  #sizeOf(short: number): number {
    const long = LONG_SIZES[short - 29]
    return long ? long.base + this.#uint(long.bytes) : short
  }

  #blob(size: number): Buffer {
    this.#count(size)
    return Buffer.from(this.#take(size))
  }

  #text(size: number): string {
    this.#count(size)
    const start = this.#skip(size)
    return this.#bytes.toString('utf8', start, this.#at)
  }

  /** Counts the bytes of a value that may be long. */
  #count(size: number): void {
    this.#textBytes += size
    if (this.#textBytes > LIMITS.textBytes)
      throw new MmdbFault(`has more than ${LIMITS.textBytes.toLocaleString('en')} bytes of text`)
  }

  #uint(size: number): number {
    const start = this.#skip(size)
    let value = 0
    for (let at = start; at < this.#at; at++) value = value * 256 + (this.#bytes[at] ?? 0)
    return value
  }

  #big(size: number): bigint {
    return this.#take(size).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  }

  #take(size: number): Buffer {
    const start = this.#skip(size)
    return this.#bytes.subarray(start, this.#at)
  }

  /** Where the next bytes begin. */
  #skip(size: number): number {
    const start = this.#at
    this.#at += size
    if (this.#at > this.#bytes.length) throw new MmdbFault('goes on after the end of the file')
    return start
  }
}

function tooMany(): MmdbFault {
  return new MmdbFault(`has more than ${LIMITS.values.toLocaleString('en')} values`)
}

function atMost(bytes: number, size: number): number {
  if (size > bytes) throw new MmdbFault(`has a number of ${size} bytes`)
  return size
}
