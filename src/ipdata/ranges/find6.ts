import { FamilyParts, type Located, readCode } from './find.ts'
import { type FamilyPlan, LENGTH_CODE, SUMMARY_BLOCKS, WORD_BYTES } from './layout.ts'

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
