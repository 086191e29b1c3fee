import { addressOfBytes, parseAddress } from '../../policy/address.ts'
import { EMPTY, type Ref, type Trie } from '../mmdb/trie.ts'
import { counted, UNWATCHED } from '../progress.ts'

/** Oddities in files of ranges that were corrected: a count and the first of each kind. */
export interface Oddities {
  readonly unreadable: Oddity
  readonly overlapping: Oddity
}

interface Oddity {
  count: number
  readonly examples: string[]
}

const ADDRESS_BITS = 128
const IPV4_BITS = 32
/** The digits of the largest address as a decimal number. */
const DIGITS_MAX = 39
const MAX_EXAMPLES = 5

export function noOddities(): Oddities {
  return { unreadable: { count: 0, examples: [] }, overlapping: { count: 0, examples: [] } }
}

export function noteOddity(oddity: Oddity, example: string): void {
  if (++oddity.count <= MAX_EXAMPLES) oddity.examples.push(example)
}

/** Reads an address in any spelling that data files use (text, or a decimal number), as a number; null if it is not one. */
export function addressNumber(text: string): bigint | null {
  if (!/^\d+$/.test(text)) return parseAddress(text)?.words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n) ?? null
  return text.length <= DIGITS_MAX && BigInt(text) < 1n << BigInt(ADDRESS_BITS) ? BigInt(text) : null
}

/** First and last address of a CIDR block; null if the text is not one. */
export function cidrBounds(cidr: string): readonly [bigint, bigint] | null {
  const [written = '', digits = '', ...more] = cidr.split('/')
  const bits = written.includes(':') ? ADDRESS_BITS : IPV4_BITS
  const number = /[.:]/.test(written) ? addressNumber(written) : null
  if (number === null || more.length > 0 || !/^\d{1,3}$/.test(digits) || Number(digits) > bits) return null
  const size = 1n << BigInt(bits - Number(digits))
  const start = number - (number % size)
  return [start, start + size - 1n]
}

export function addressText(number: bigint): string {
  const bytes = number < 1n << BigInt(IPV4_BITS) ? 4 : 16
  return addressOfBytes(Buffer.from(number.toString(16).padStart(bytes * 2, '0'), 'hex'))?.text ?? ''
}

/**
 * Ranges in order, without overlaps: if ranges overlap, the narrower one wins, and of two equal ones the
 * later. What is left of the wider one keeps its record.
 */
export function untangle(ranges: Ranges, { overlapping }: Oddities, progress = UNWATCHED): Ranges {
  const sorted = inOrder(ranges)
  const step = counted(progress, ranges.length)
  const result = new RangeList()
  let next = sorted.at(0)
  for (let index = 1; next; ) {
    step()
    const cluster = [next]
    let reach = next.end
    for (next = sorted.at(index++); next && next.start <= reach; next = sorted.at(index++)) {
      noteOddity(overlapping, `${spelled(next)} and the one before it, which ends with ${addressText(reach)}`)
      if (next.end > reach) reach = next.end
      cluster.push(next)
    }
    for (const piece of cluster.length === 1 ? cluster : splitCluster(cluster)) result.push(piece)
  }
  return result
}

/** Sorts ranges by their starts; of those with the same start, the wider ones come first. Most files have them in this order. */
function inOrder(ranges: Ranges): Ranges {
  const none: Range = { start: 0n, end: 0n, ref: EMPTY }
  const compare = (a: number, b: number) => byStart(ranges.at(a) ?? none, ranges.at(b) ?? none)
  let isSorted = true
  for (let index = 1; isSorted && index < ranges.length; index++) isSorted = compare(index - 1, index) <= 0
  if (isSorted) return ranges
  const order = Uint32Array.from({ length: ranges.length }, (_, index) => index).sort((a, b) => compare(a, b) || a - b)
  return { length: ranges.length, at: (index) => (index < order.length ? ranges.at(order[index] ?? 0) : undefined) }
}

function byStart(a: Range, b: Range): number {
  if (a.start !== b.start) return a.start < b.start ? -1 : 1
  return a.end < b.end ? 1 : a.end > b.end ? -1 : 0
}

/** Cuts overlapping ranges at every boundary and gives each piece to the narrowest range that contains it. */
function splitCluster(cluster: Range[]): Range[] {
  const cuts = [...new Set(cluster.flatMap(({ start, end }) => [start, end + 1n]))].sort((a, b) => (a < b ? -1 : 1))
  const pieces: { winner: Range; start: bigint; end: bigint }[] = []
  let active: Range[] = []
  let next = 0
  for (const [index, start] of cuts.entries()) {
    active = active.filter((range) => range.end >= start)
    for (let range = cluster[next]; range && range.start === start; range = cluster[next]) {
      active.push(range)
      next++
    }
    const after = cuts[index + 1]
    const [first, ...others] = active
    if (!first || after === undefined) continue
    const winner = others.reduce((best, range) => (width(range) <= width(best) ? range : best), first)
    const last = pieces.at(-1)
    if (last?.winner === winner && last.end === start - 1n) last.end = after - 1n
    else pieces.push({ winner, start, end: after - 1n })
  }
  return pieces.map(({ winner, start, end }) => ({ start, end, ref: winner.ref }))
}

function width(range: Range): bigint {
  return range.end - range.start
}

function spelled(range: Range): string {
  return `${addressText(range.start)}-${addressText(range.end)}`
}

/** Returns the tree of sorted ranges without overlaps. Each range becomes the fewest CIDR blocks that cover it. */
export function treeOfRanges(trie: Trie, ranges: Ranges, progress = UNWATCHED): Ref {
  const step = counted(progress, ranges.length)
  let index = 0
  let current = ranges.at(0)
  // Blocks are visited in order, so that a range that ends before one of them is done with.
  const build = (base: bigint, bits: number): Ref => {
    const last = base + (SIZES[bits] ?? 1n) - 1n
    while (current && current.end < base) {
      current = ranges.at(++index)
      step()
    }
    if (!current || current.start > last) return EMPTY
    if (current.start <= base && current.end >= last) return current.ref
    const left = build(base, bits - 1)
    return trie.node(left, build(base + (SIZES[bits - 1] ?? 1n), bits - 1))
  }
  return build(0n, ADDRESS_BITS)
}

/** The number of addresses of a block, by the bits that are left of its own. */
const SIZES = Array.from({ length: ADDRESS_BITS + 1 }, (_, bits) => 1n << BigInt(bits))

/** Addresses from `start` to `end`, both included. IPv4 is at `::/96`, as in a MaxMind DB. */
export interface Range {
  readonly start: bigint
  readonly end: bigint
  readonly ref: Ref
}

/** Ranges in a row, such as an array of them. */
export interface Ranges {
  readonly length: number
  at(index: number): Range | undefined
}

const FIRST_CAPACITY = 1 << 12
const LOW_BITS = 64n

/** Millions of ranges in 36 bytes each, a third of what they take as objects. */
export class RangeList implements Ranges {
  #words = new BigUint64Array(FIRST_CAPACITY * WORDS)
  #refs = new Uint32Array(FIRST_CAPACITY)
  #count = 0

  get length(): number {
    return this.#count
  }

  push({ start, end, ref }: Range): void {
    if (this.#count === this.#refs.length) this.#grow()
    this.#words.set([start >> LOW_BITS, start, end >> LOW_BITS, end], this.#count * WORDS)
    this.#refs[this.#count++] = ref
  }

  at(index: number): Range | undefined {
    if (index < 0 || index >= this.#count) return undefined
    const word = index * WORDS
    return { start: this.#number(word), end: this.#number(word + 2), ref: this.#refs[index] ?? 0 }
  }

  #number(word: number): bigint {
    const [high = 0n, low = 0n] = [this.#words[word], this.#words[word + 1]]
    return high === 0n ? low : (high << LOW_BITS) | low
  }

  #grow(): void {
    const words = new BigUint64Array(this.#words.length * 2)
    const refs = new Uint32Array(this.#refs.length * 2)
    words.set(this.#words)
    refs.set(this.#refs)
    this.#words = words
    this.#refs = refs
  }
}

/** The words of a range: two for each end. */
const WORDS = 4
