/**
 * The data section of a MaxMind DB file (format 2.0, https://maxmind.github.io/MaxMind-DB/).
 *
 * Every string longer than a pointer is written once and pointed to afterwards; `write` returns where a value begins.
 */
type Encodable = string | number | bigint | boolean | Buffer | UnsignedInteger | Encodable[] | { [key: string]: Encodable }

/** An unsigned integer of a width that readers insist on, as they do in the metadata; plain numbers become uint32. */
export class UnsignedInteger {
  constructor(
    readonly type: 'uint16' | 'uint32' | 'uint64',
    readonly value: number,
  ) {}
}

const TYPE = {
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
const POINTER_BASE = [0, 2048, 526_336] as const
const FIRST_CAPACITY = 1 << 20

export class DataSection {
  #bytes = Buffer.alloc(FIRST_CAPACITY)
  #length = 0
  #strings = new Map<string, number>()

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Appends a value and returns its offset from the start of the section. */
  write(value: Encodable): number {
    const offset = this.#length
    this.#value(value)
    return offset
  }

  #value(value: Encodable): void {
    if (typeof value === 'string') this.#string(value)
    else if (typeof value === 'number') this.#number(value)
    else if (typeof value === 'bigint') this.#big(value)
    else if (Buffer.isBuffer(value)) this.#raw(TYPE.bytes, value)
    else if (typeof value === 'boolean') this.#control(TYPE.boolean, value ? 1 : 0)
    else if (value instanceof UnsignedInteger) this.#unsigned(TYPE[value.type], value.value)
    else if (Array.isArray(value)) {
      this.#control(TYPE.array, value.length)
      for (const item of value) this.#value(item)
    } else {
      const entries = Object.entries(value)
      this.#control(TYPE.map, entries.length)
      for (const [key, item] of entries) {
        this.#string(key)
        this.#value(item)
      }
    }
  }

  #string(text: string): void {
    const known = this.#strings.get(text)
    if (known !== undefined) {
      this.#pointer(known)
      return
    }
    const utf8 = Buffer.from(text)
    const offset = this.#length
    if (utf8.length >= pointerSize(offset)) this.#strings.set(text, offset)
    this.#raw(TYPE.string, utf8)
  }

  #raw(type: number, bytes: Buffer): void {
    this.#control(type, bytes.length)
    this.#room(bytes.length)
    bytes.copy(this.#bytes, this.#length)
    this.#length += bytes.length
  }

  /** mmdb-lib reads uint64 and uint128 as bigint. */
  #big(value: bigint): void {
    const hex = value === 0n ? '' : value.toString(16)
    const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
    this.#raw(bytes.length > 8 ? TYPE.uint128 : TYPE.uint64, bytes)
  }

  /** Whole numbers as integers; others as the shorter of float and double that keeps the value. */
  #number(value: number): void {
    if (Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff) {
      this.#unsigned(TYPE.uint32, value)
    } else if (Number.isInteger(value) && value >= -0x8000_0000 && value < 0) {
      this.#control(TYPE.int32, 4)
      this.#room(8)
      this.#length = this.#bytes.writeInt32BE(value, this.#length)
    } else if (Math.fround(value) === value) {
      this.#control(TYPE.float, 4)
      this.#room(8)
      this.#length = this.#bytes.writeFloatBE(value, this.#length)
    } else {
      this.#control(TYPE.double, 8)
      this.#room(8)
      this.#length = this.#bytes.writeDoubleBE(value, this.#length)
    }
  }

  #unsigned(type: number, value: number): void {
    const size = Math.ceil(Math.log2(value + 1) / 8)
    this.#control(type, size)
    this.#room(8)
    if (size > 0) this.#length = this.#bytes.writeUIntBE(value, this.#length, size)
  }

  #pointer(target: number): void {
    const size = pointerSize(target) - 2
    this.#room(5)
    if (size === 3) {
      this.#bytes[this.#length] = (TYPE.pointer << 5) | (3 << 3)
      this.#length = this.#bytes.writeUInt32BE(target, this.#length + 1)
      return
    }
    const packed = target - (POINTER_BASE[size] ?? 0)
    const bytes = size + 1
    this.#bytes[this.#length] = (TYPE.pointer << 5) | (size << 3) | (packed >>> (bytes * 8))
    this.#length = this.#bytes.writeUIntBE(packed % 2 ** (bytes * 8), this.#length + 1, bytes)
  }

  /** The control byte, the type byte of an extended type (over 7), and the size bytes of a long value. */
  #control(type: number, size: number): void {
    this.#room(5)
    const short = size < 29 ? size : size < 285 ? 29 : size < 65_821 ? 30 : 31
    this.#bytes[this.#length++] = type > 7 ? short : (type << 5) | short
    if (type > 7) this.#bytes[this.#length++] = type - 7
    if (short === 29) this.#bytes[this.#length++] = size - 29
    else if (short === 30) this.#length = this.#bytes.writeUInt16BE(size - 285, this.#length)
    else if (short === 31) this.#length = this.#bytes.writeUIntBE(size - 65_821, this.#length, 3)
  }

  #room(bytes: number): void {
    if (this.#length + bytes + 8 <= this.#bytes.length) return
    const wider = Buffer.alloc(this.#bytes.length * 2 + bytes)
    this.#bytes.copy(wider)
    this.#bytes = wider
  }
}

/** Returns the number of bytes that a pointer to this offset takes. */
function pointerSize(offset: number): number {
  if (offset < POINTER_BASE[1]) return 2
  if (offset < POINTER_BASE[2]) return 3
  return offset < POINTER_BASE[2] + 2 ** 27 ? 4 : 5
}
