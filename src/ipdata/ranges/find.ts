import {
  BLOCK_ENTRIES,
  type Code,
  type FamilyPlan,
  LENGTH_CODE,
  RECORD_CODE,
  SUMMARY_BLOCKS,
  WIDE,
  WORD_BYTES,
} from './layout.ts'

/** The result of a lookup in a family: a record (0 if there is none), and the widest block around the address that lies in its range. */
export interface Located {
  readonly record: number
  readonly prefixLength: number
}

/** The positions of the parts of one family in the view. */
export class FamilyParts {
  readonly blocks: number
  readonly summaries: number
  readonly summary: number
  readonly index: number
  readonly lengths: number
  readonly #entries: number
  readonly #indexBytes: number
  readonly #first: number

  /** `body` is where the body begins in the view. */
  constructor(
    readonly view: DataView,
    body: number,
    plan: FamilyPlan,
    words: number,
  ) {
    this.blocks = Math.ceil(plan.entries / BLOCK_ENTRIES)
    this.summaries = Math.ceil(this.blocks / SUMMARY_BLOCKS)
    this.summary = body + plan.summary.at
    this.index = body + plan.index.at
    this.lengths = body + plan.lengths.at
    this.#entries = plan.entries
    this.#indexBytes = (words + 1) * WORD_BYTES
    this.#first = body + plan.blocks.at
  }

  entriesAt(block: number): number {
    return this.#first + this.view.getUint32(this.index + (block + 1) * this.#indexBytes - WORD_BYTES, true)
  }

  /** Returns the number of ranges in a block that state their length: all but its last. */
  measured(block: number): number {
    return Math.min(BLOCK_ENTRIES, this.#entries - block * BLOCK_ENTRIES) - 1
  }

  recordAt(at: number): number {
    return readCode(this.view, at, RECORD_CODE)
  }

  /** Returns the position of the code of the length, which follows that of the record. */
  lengthAt(at: number): number {
    return at + (RECORD_BYTES[this.view.getUint8(at)] ?? 1)
  }

  /** Returns the position of the next range, after the code of a length. */
  nextAt(lengthAt: number): number {
    return lengthAt + (LENGTH_BYTES[this.view.getUint8(lengthAt)] ?? 1)
  }
}

/** The bytes of codes by their first byte: a search asks a dozen times, and no processor can guess what follows. */
const [RECORD_BYTES, LENGTH_BYTES] = [bytesByFirst(RECORD_CODE), bytesByFirst(LENGTH_CODE)]

function bytesByFirst(code: Code): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, first) => codeBytes(code, first))
}

/** Returns the number of bytes that a number takes, by its first byte. */
export function codeBytes({ short, middle }: Code, first: number): number {
  if (first < short) return 1
  if (first < middle) return 2
  return first < WIDE ? 3 : 5
}

export function readCode(view: DataView, at: number, { short, middle }: Code): number {
  const first = view.getUint8(at)
  if (first < short) return first
  if (first < middle) return short + (first - short) * 0x100 + view.getUint8(at + 1)
  const base = short + (middle - short) * 0x100
  if (first < WIDE) return base + (first - middle) * 0x1_0000 + view.getUint16(at + 1, true)
  return view.getUint32(at + 1, true)
}

const ADDRESS_BYTES = 4 * WORD_BYTES
const INDEX_BYTES = ADDRESS_BYTES + WORD_BYTES
const CARRY = 2 ** 32

/** The ranges of IPv6, as in `Ranges4`. The words of numbers of 128 bits stay in variables of their own: lists would be garbage. */
export class Ranges6 {
  readonly #parts: FamilyParts

  constructor(view: DataView, body: number, plan: FamilyPlan) {
    this.#parts = new FamilyParts(view, body, plan, 4)
  }

  locate(address0: number, address1: number, address2: number, address3: number): Located {
    const parts = this.#parts
    const { view, lengths } = parts
    const block = this.#blockOf(address0, address1, address2, address3)
    const begin = parts.index + block * INDEX_BYTES
    let at = parts.entriesAt(block)
    let start0 = view.getUint32(begin, true)
    let start1 = view.getUint32(begin + 4, true)
    let start2 = view.getUint32(begin + 8, true)
    let start3 = view.getUint32(begin + 12, true)
    for (let left = parts.measured(block); left > 0; left--) {
      const lengthAt = parts.lengthAt(at)
      const length = lengths + readCode(view, lengthAt, LENGTH_CODE) * ADDRESS_BYTES
      const sum3 = start3 + view.getUint32(length + 12, true)
      const sum2 = start2 + view.getUint32(length + 8, true) + (sum3 < CARRY ? 0 : 1)
      const sum1 = start1 + view.getUint32(length + 4, true) + (sum2 < CARRY ? 0 : 1)
      const end0 = start0 + view.getUint32(length, true) + (sum1 < CARRY ? 0 : 1)
      const end1 = sum1 < CARRY ? sum1 : sum1 - CARRY
      const end2 = sum2 < CARRY ? sum2 : sum2 - CARRY
      const end3 = sum3 < CARRY ? sum3 : sum3 - CARRY
      if (isBefore(address0, address1, address2, address3, end0, end1, end2, end3)) {
        const above = sharedBits(address0, address1, address2, address3, end0, end1, end2, end3)
        const below = sharedBelow(address0, address1, address2, address3, start0, start1, start2, start3)
        return { record: parts.recordAt(at), prefixLength: (below > above ? below : above) + 1 }
      }
      start0 = end0
      start1 = end1
      start2 = end2
      start3 = end3
      at = parts.nextAt(lengthAt)
    }
    const below = sharedBelow(address0, address1, address2, address3, start0, start1, start2, start3)
    const above = block + 1 < parts.blocks ? this.#sharedWithBegin(block + 1, address0, address1, address2, address3) : -1
    return { record: parts.recordAt(at), prefixLength: (below > above ? below : above) + 1 }
  }

  /** The last block that begins at or before an address. The first begins at the first address of all. */
  #blockOf(address0: number, address1: number, address2: number, address3: number): number {
    const { summary, summaries, index, blocks } = this.#parts
    const summarized = this.#lastBefore(summary, ADDRESS_BYTES, 0, summaries - 1, address0, address1, address2, address3)
    const first = summarized * SUMMARY_BLOCKS
    const last = Math.min(first + SUMMARY_BLOCKS, blocks) - 1
    return this.#lastBefore(index, INDEX_BYTES, first, last, address0, address1, address2, address3)
  }

  /** The last from `from` to `to`, both included, whose address is not after this one; `from` if there is none. */
  #lastBefore(list: number, itemBytes: number, from: number, to: number, a0: number, a1: number, a2: number, a3: number): number {
    const { view } = this.#parts
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      const at = list + middle * itemBytes
      const begin0 = view.getUint32(at, true)
      const begin1 = view.getUint32(at + 4, true)
      const isAfter =
        begin0 !== a0
          ? begin0 > a0
          : begin1 !== a1
            ? begin1 > a1
            : isBefore(0, 0, a2, a3, 0, 0, view.getUint32(at + 8, true), view.getUint32(at + 12, true))
      if (isAfter) high = middle - 1
      else low = middle
    }
    return low
  }

  #sharedWithBegin(block: number, address0: number, address1: number, address2: number, address3: number): number {
    const { view, index } = this.#parts
    const at = index + block * INDEX_BYTES
    const [begin0, begin1] = [view.getUint32(at, true), view.getUint32(at + 4, true)]
    const [begin2, begin3] = [view.getUint32(at + 8, true), view.getUint32(at + 12, true)]
    return sharedBits(address0, address1, address2, address3, begin0, begin1, begin2, begin3)
  }
}

function isBefore(a0: number, a1: number, a2: number, a3: number, b0: number, b1: number, b2: number, b3: number): boolean {
  if (a0 !== b0) return a0 < b0
  if (a1 !== b1) return a1 < b1
  return a2 === b2 ? a3 < b3 : a2 < b2
}

/** Counts the leading bits that two addresses have in common. */
function sharedBits(a0: number, a1: number, a2: number, a3: number, b0: number, b1: number, b2: number, b3: number): number {
  if (a0 !== b0) return Math.clz32(a0 ^ b0)
  if (a1 !== b1) return 32 + Math.clz32(a1 ^ b1)
  return a2 === b2 ? 96 + Math.clz32(a3 ^ b3) : 64 + Math.clz32(a2 ^ b2)
}

/** Counts the leading bits that an address has in common with the one before the start of its range; -1 if there is none before it. */
function sharedBelow(a0: number, a1: number, a2: number, a3: number, s0: number, s1: number, s2: number, s3: number): number {
  if (s3 > 0) return sharedBits(a0, a1, a2, a3, s0, s1, s2, s3 - 1)
  if (s2 > 0) return sharedBits(a0, a1, a2, a3, s0, s1, s2 - 1, CARRY - 1)
  if (s1 > 0) return sharedBits(a0, a1, a2, a3, s0, s1 - 1, CARRY - 1, CARRY - 1)
  return s0 > 0 ? sharedBits(a0, a1, a2, a3, s0 - 1, CARRY - 1, CARRY - 1, CARRY - 1) : -1
}
