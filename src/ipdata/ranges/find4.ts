import { readCode } from './code.ts'
import { FamilyParts, type Located } from './find.ts'
import { type FamilyPlan, LENGTH_CODE, SUMMARY_BLOCKS, WORD_BYTES } from './layout.ts'

const INDEX_BYTES = 2 * WORD_BYTES
const END = 2 ** 32
const SIXTEENS = 65_536

/** The ranges of IPv4, read where they are: nothing is copied, and a read outside the file throws a RangeError. */
export class Ranges4 {
  readonly #parts: FamilyParts
  /** The block in which each /16 begins, from 1 on, once it was searched for: the next search in it has few blocks left. */
  #begins: Uint32Array | null = null

  constructor(view: DataView, body: number, plan: FamilyPlan) {
    this.#parts = new FamilyParts(view, body, plan, 1)
  }

  locate(address: number): Located {
    const parts = this.#parts
    const { view, lengths } = parts
    const block = this.#blockOf(address)
    let at = parts.entriesAt(block)
    let rest = address - this.#begin(block)
    for (let left = parts.measured(block); left > 0; left--) {
      const lengthAt = parts.lengthAt(at)
      const length = view.getUint32(lengths + readCode(view, lengthAt, LENGTH_CODE) * WORD_BYTES, true)
      if (rest < length)
        return { record: parts.recordAt(at), prefixLength: widest(address, address - rest, address - rest + length) }
      rest -= length
      at = parts.nextAt(lengthAt)
    }
    const end = block + 1 < parts.blocks ? this.#begin(block + 1) : END
    return { record: parts.recordAt(at), prefixLength: widest(address, address - rest, end) }
  }

  /** The last block that begins at or before an address. The first begins at the first address of all. */
  #blockOf(address: number): number {
    const { view, index, blocks } = this.#parts
    const sixteen = address >>> 16
    // A database without lookups needs no table.
    this.#begins ??= new Uint32Array(SIXTEENS)
    const first = this.#beginOf(sixteen, this.#begins)
    const last = sixteen + 1 < SIXTEENS ? this.#beginOf(sixteen + 1, this.#begins) : blocks - 1
    return lastBefore(view, index, INDEX_BYTES, first, last, address)
  }

  #beginOf(sixteen: number, begins: Uint32Array): number {
    const known = begins[sixteen] ?? 0
    if (known > 0) return known - 1
    const block = this.#search(sixteen * SIXTEENS)
    begins[sixteen] = block + 1
    return block
  }

  #search(address: number): number {
    const { view, summary, summaries, index, blocks } = this.#parts
    const first = lastBefore(view, summary, WORD_BYTES, 0, summaries - 1, address) * SUMMARY_BLOCKS
    return lastBefore(view, index, INDEX_BYTES, first, Math.min(first + SUMMARY_BLOCKS, blocks) - 1, address)
  }

  #begin(block: number): number {
    return this.#parts.view.getUint32(this.#parts.index + block * INDEX_BYTES, true)
  }
}

/** Returns the last item from `from` to `to`, both included, whose address is not after this one; `from` if there is none. */
function lastBefore(view: DataView, list: number, itemBytes: number, from: number, to: number, address: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (view.getUint32(list + middle * itemBytes, true) > address) high = middle - 1
    else low = middle
  }
  return low
}

/** Returns the length of the prefix of the widest block around an address from `start` to before `end`: one bit more than it shares with its neighbours. */
function widest(address: number, start: number, end: number): number {
  const below = start === 0 ? -1 : Math.clz32(address ^ (start - 1))
  const above = end === END ? -1 : Math.clz32(address ^ end)
  return (below > above ? below : above) + 1
}
