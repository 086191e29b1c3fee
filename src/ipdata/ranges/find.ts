import { codeBytes, readCode } from './code.ts'
import { BLOCK_ENTRIES, type Family, type FamilyPlan, LENGTH_CODE, RECORD_CODE, WORD_BYTES, WORDS } from './layout.ts'

/** What a family says of an address: a record (0 if there is none), and the widest block around the address that lies in its range. */
export interface Located {
  readonly record: number
  readonly prefixLength: number
}

type Words = readonly number[]

/** The ranges of one family, read where they are: nothing is copied, and a read outside the file throws a RangeError. */
export class Ranges {
  readonly #view: DataView
  readonly #words: number
  readonly #entries: number
  readonly #blocks: number
  readonly #index: number
  readonly #indexBytes: number
  readonly #first: number
  readonly #lengths: number

  /** `body` is where the body begins in the view. */
  constructor(view: DataView, body: number, family: Family, plan: FamilyPlan) {
    this.#view = view
    this.#words = WORDS[family]
    this.#entries = plan.entries
    this.#blocks = Math.ceil(plan.entries / BLOCK_ENTRIES)
    this.#index = body + plan.index.at
    this.#indexBytes = (this.#words + 1) * WORD_BYTES
    this.#first = body + plan.blocks.at
    this.#lengths = body + plan.lengths.at
  }

  locate(address: Words): Located {
    const block = this.#blockOf(address)
    return this.#words === 1 ? this.#locate4(block, address[0] ?? 0) : this.#locate6(block, address)
  }

  /** The last block that begins at or before an address. The first begins at the first address of all. */
  #blockOf(address: Words): number {
    let [low, high] = [0, this.#blocks - 1]
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (this.#beginsAfter(middle, address)) high = middle - 1
      else low = middle
    }
    return low
  }

  #beginsAfter(block: number, address: Words): boolean {
    for (let word = 0; word < this.#words; word++) {
      const begin = this.#begin(block, word)
      const asked = address[word] ?? 0
      if (begin !== asked) return begin > asked
    }
    return false
  }

  #begin(block: number, word: number): number {
    return this.#view.getUint32(this.#index + block * this.#indexBytes + word * WORD_BYTES, true)
  }

  #entriesAt(block: number): number {
    return this.#first + this.#view.getUint32(this.#index + (block + 1) * this.#indexBytes - WORD_BYTES, true)
  }

  /** How many ranges of a block say how long they are: all but its last. */
  #measured(block: number): number {
    return Math.min(BLOCK_ENTRIES, this.#entries - block * BLOCK_ENTRIES) - 1
  }

  #locate4(block: number, address: number): Located {
    const view = this.#view
    let at = this.#entriesAt(block)
    let rest = address - this.#begin(block, 0)
    for (let left = this.#measured(block); left > 0; left--) {
      const lengthAt = at + codeBytes(RECORD_CODE, view.getUint8(at))
      const length = view.getUint32(this.#lengths + readCode(view, lengthAt, LENGTH_CODE) * WORD_BYTES, true)
      if (rest < length) return this.#found4(at, address, address - rest, address - rest + length)
      rest -= length
      at = lengthAt + codeBytes(LENGTH_CODE, view.getUint8(lengthAt))
    }
    const end = block + 1 < this.#blocks ? this.#begin(block + 1, 0) : 2 ** 32
    return this.#found4(at, address, address - rest, end)
  }

  #found4(at: number, address: number, start: number, end: number): Located {
    const below = start === 0 ? -1 : Math.clz32(address ^ (start - 1))
    const above = end === 2 ** 32 ? -1 : Math.clz32(address ^ end)
    return { record: readCode(this.#view, at, RECORD_CODE), prefixLength: Math.max(below, above) + 1 }
  }

  #locate6(block: number, address: Words): Located {
    const view = this.#view
    let at = this.#entriesAt(block)
    let rest = minus(address, [this.#begin(block, 0), this.#begin(block, 1), this.#begin(block, 2), this.#begin(block, 3)])
    let [rest0 = 0, rest1 = 0, rest2 = 0, rest3 = 0] = rest
    for (let left = this.#measured(block); left > 0; left--) {
      const lengthAt = at + codeBytes(RECORD_CODE, view.getUint8(at))
      const length = this.#lengths + readCode(view, lengthAt, LENGTH_CODE) * 4 * WORD_BYTES
      const [length0, length1] = [view.getUint32(length, true), view.getUint32(length + 4, true)]
      const [length2, length3] = [view.getUint32(length + 8, true), view.getUint32(length + 12, true)]
      // The difference word by word, from the last: what is borrowed in the end says which is longer.
      let word3 = rest3 - length3
      let word2 = rest2 - length2
      let word1 = rest1 - length1
      let word0 = rest0 - length0
      if (word3 < 0) {
        word3 += 2 ** 32
        word2--
      }
      if (word2 < 0) {
        word2 += 2 ** 32
        word1--
      }
      if (word1 < 0) {
        word1 += 2 ** 32
        word0--
      }
      if (word0 < 0) {
        const start = minus(address, [rest0, rest1, rest2, rest3])
        return this.#found6(at, address, start, plus(start, [length0, length1, length2, length3]))
      }
      rest0 = word0
      rest1 = word1
      rest2 = word2
      rest3 = word3
      at = lengthAt + codeBytes(LENGTH_CODE, view.getUint8(lengthAt))
    }
    rest = [rest0, rest1, rest2, rest3]
    const end = block + 1 < this.#blocks ? [0, 1, 2, 3].map((word) => this.#begin(block + 1, word)) : ZERO
    return this.#found6(at, address, minus(address, rest), end)
  }

  /** `end` is the address after the range, zero if there is none. */
  #found6(at: number, address: Words, start: Words, end: Words): Located {
    const below = isZero(start) ? -1 : sharedBits(address, minus(start, ONE))
    const above = isZero(end) ? -1 : sharedBits(address, end)
    return { record: readCode(this.#view, at, RECORD_CODE), prefixLength: Math.max(below, above) + 1 }
  }
}

const ZERO: Words = [0, 0, 0, 0]
const ONE: Words = [0, 0, 0, 1]

/** Differences and sums of 128 bits, which begin again at zero. */
export function minus(left: Words, right: Words): number[] {
  const result = [0, 0, 0, 0]
  let borrowed = 0
  for (let word = 3; word >= 0; word--) {
    const difference = (left[word] ?? 0) - (right[word] ?? 0) - borrowed
    borrowed = difference < 0 ? 1 : 0
    result[word] = difference >>> 0
  }
  return result
}

function plus(left: Words, right: Words): number[] {
  const result = [0, 0, 0, 0]
  let carried = 0
  for (let word = 3; word >= 0; word--) {
    const sum = (left[word] ?? 0) + (right[word] ?? 0) + carried
    carried = sum >= 2 ** 32 ? 1 : 0
    result[word] = sum >>> 0
  }
  return result
}

function isZero(words: Words): boolean {
  return words.every((word) => word === 0)
}

/** How many bits two addresses have in common from the first on. */
function sharedBits(left: Words, right: Words): number {
  for (let word = 0; word < 4; word++) {
    const differing = (left[word] ?? 0) ^ (right[word] ?? 0)
    if (differing !== 0) return word * 32 + Math.clz32(differing)
  }
  return 128
}
