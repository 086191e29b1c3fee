import { type Code, WIDE } from '../../ipdata/ranges/layout.ts'

const FIRST_CAPACITY = 1 << 16

/** Bytes that grow at the end, little-endian. */
export class Bytes {
  #bytes = Buffer.alloc(FIRST_CAPACITY)
  #length = 0

  get length(): number {
    return this.#length
  }

  get all(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  uint(value: number, width: number): void {
    this.#room(width)
    const end = this.#length + width
    for (let rest = value; this.#length < end; rest = Math.floor(rest / 0x100)) this.#bytes[this.#length++] = rest
  }

  zeros(count: number): void {
    this.#room(count)
    this.#length += count
  }

  float(value: number): void {
    this.#room(4)
    this.#length = this.#bytes.writeFloatLE(value, this.#length)
  }

  double(value: number): void {
    this.#room(8)
    this.#length = this.#bytes.writeDoubleLE(value, this.#length)
  }

  put(bytes: Uint8Array): void {
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** A number as `readCode` reads it. */
  code(value: number, { short, middle }: Code): void {
    const second = short + (middle - short) * 0x100
    const third = second + (WIDE - middle) * 0x1_0000
    if (value < short) this.uint(value, 1)
    else if (value < second) {
      this.uint(short + Math.floor((value - short) / 0x100), 1)
      this.uint((value - short) % 0x100, 1)
    } else if (value < third) {
      this.uint(middle + Math.floor((value - second) / 0x1_0000), 1)
      this.uint((value - second) % 0x1_0000, 2)
    } else {
      this.uint(WIDE, 1)
      this.uint(value, 4)
    }
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const wider = Buffer.alloc(this.#bytes.length * 2 + bytes)
    this.#bytes.copy(wider)
    this.#bytes = wider
  }
}

/** Returns the fewest whole bytes that hold every number up to this one. */
export function bytesFor(largest: number): number {
  let bytes = 1
  while (largest >= 2 ** (8 * bytes)) bytes++
  return bytes
}
