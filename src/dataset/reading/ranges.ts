import ipaddr from 'ipaddr.js'
import { parseAddress } from '../../policy/address.ts'
import { EMPTY, type Ref, type Trie } from '../mmdb/trie.ts'

/** Addresses from `start` to `end`, both included. IPv4 is at `::/96`, as in a MaxMind DB. */
export interface Range {
  start: bigint
  end: bigint
  ref: Ref
}

/** Anomalies in a file of ranges. None of them stops the build: they are counted, printed and always corrected in the same way. */
export interface Oddities {
  malformed: number
  outOfOrder: number
  overlapping: number
  examples: string[]
}

const ADDRESS_BITS = 128
const MAX_EXAMPLES = 5

export function noOddities(): Oddities {
  return { malformed: 0, outOfOrder: 0, overlapping: 0, examples: [] }
}

export function noteOddity(oddities: Oddities, kind: 'malformed' | 'outOfOrder' | 'overlapping', example: string): void {
  oddities[kind]++
  if (oddities.examples.length < MAX_EXAMPLES) oddities.examples.push(`${kind}: ${example}`)
}

/** An address in any spelling that data files use (text, or a decimal number), as a number; null if it is not one. */
export function addressNumber(text: string): bigint | null {
  if (/^\d+$/.test(text)) return BigInt(text)
  const address = parseAddress(text)
  if (!address) return null
  return address.words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)
}

/** First and last address of a CIDR block; null if the text is not one. */
export function cidrBounds(cidr: string): [bigint, bigint] | null {
  if (!ipaddr.isValidCIDR(cidr)) return null
  const [address, prefix] = ipaddr.parseCIDR(cidr)
  const size = 1n << BigInt((address.kind() === 'ipv4' ? 32 : ADDRESS_BITS) - prefix)
  const number = addressNumber(address.toString()) ?? 0n
  const start = number - (number % size)
  return [start, start + size - 1n]
}

export function addressText(number: bigint): string {
  if (number < 1n << 32n) return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 0xffn).join('.')
  const groups = Array.from({ length: 8 }, (_, group) => ((number >> BigInt(112 - group * 16)) & 0xffffn).toString(16))
  return ipaddr.IPv6.parse(groups.join(':')).toRFC5952String()
}

/**
 * Ranges in order, without overlaps: if ranges overlap, the narrower one wins, and of two equal ones the
 * later. What is left of the wider one keeps its record.
 */
export function untangle(ranges: Range[], oddities: Oddities): Range[] {
  const byStart = (a: Range, b: Range) =>
    a.start < b.start ? -1 : a.start > b.start ? 1 : a.end < b.end ? 1 : a.end > b.end ? -1 : 0
  for (let index = 1; index < ranges.length; index++) {
    const [before, range] = [ranges[index - 1], ranges[index]]
    if (before && range && range.start < before.start) noteOddity(oddities, 'outOfOrder', spelled(range))
  }
  const sorted = ranges.toSorted(byStart)
  const result: Range[] = []
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1
    let reach = sorted[from]?.end ?? 0n
    for (let next = sorted[to]; next && next.start <= reach; next = sorted[to]) {
      noteOddity(oddities, 'overlapping', `${spelled(next)} begins before ${addressText(reach)}`)
      if (next.end > reach) reach = next.end
      to++
    }
    const cluster = sorted.slice(from, to)
    for (const piece of cluster.length === 1 ? cluster : splitCluster(cluster)) result.push(piece)
    from = to
  }
  return result
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

/** The tree of sorted ranges without overlaps. Each range becomes the fewest CIDR blocks that cover it. */
export function treeOfRanges(trie: Trie, ranges: readonly Range[]): Ref {
  const build = (from: number, to: number, base: bigint, bits: number): Ref => {
    const only = ranges[from]
    if (from >= to || !only) return EMPTY
    const half = 1n << BigInt(Math.max(bits - 1, 0))
    if (only.start <= base && only.end >= base + (bits === 0 ? 0n : half * 2n - 1n)) return only.ref
    const middle = base + half
    let split = from
    for (let size = to - from; size > 0; ) {
      const step = size >> 1
      const range = ranges[split + step]
      if (range && range.end < middle) {
        split += step + 1
        size -= step + 1
      } else size = step
    }
    const straddles = (ranges[split]?.start ?? middle) < middle && split < to
    return trie.node(build(from, straddles ? split + 1 : split, base, bits - 1), build(split, to, middle, bits - 1))
  }
  return build(0, ranges.length, 0n, ADDRESS_BITS)
}
