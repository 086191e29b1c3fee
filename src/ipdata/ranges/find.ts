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

  /** Returns the position of the entries of a block. */
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

/** Reads the number at a position. */
export function readCode(view: DataView, at: number, { short, middle }: Code): number {
  const first = view.getUint8(at)
  if (first < short) return first
  if (first < middle) return short + (first - short) * 0x100 + view.getUint8(at + 1)
  const base = short + (middle - short) * 0x100
  if (first < WIDE) return base + (first - middle) * 0x1_0000 + view.getUint16(at + 1, true)
  return view.getUint32(at + 1, true)
}
