import { codeBytes, readCode } from './code.ts'
import { BLOCK_ENTRIES, type FamilyPlan, RECORD_CODE, SUMMARY_BLOCKS, WORD_BYTES } from './layout.ts'

/** What a family says of an address: a record (0 if there is none), and the widest block around the address that lies in its range. */
export interface Located {
  readonly record: number
  readonly prefixLength: number
}

/** Where the parts of one family are in the view. */
export class Parts {
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

  /** Where the entries of a block begin. */
  entriesAt(block: number): number {
    return this.#first + this.view.getUint32(this.index + (block + 1) * this.#indexBytes - WORD_BYTES, true)
  }

  /** How many ranges of a block say how long they are: all but its last. */
  measured(block: number): number {
    return Math.min(BLOCK_ENTRIES, this.#entries - block * BLOCK_ENTRIES) - 1
  }

  recordAt(at: number): number {
    return readCode(this.view, at, RECORD_CODE)
  }

  /** Where the code of the length is, which follows that of the record. */
  lengthAt(at: number): number {
    return at + codeBytes(RECORD_CODE, this.view.getUint8(at))
  }
}
