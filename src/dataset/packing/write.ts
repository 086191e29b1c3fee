import {
  BLOCK_ENTRIES,
  endMark,
  type Family,
  type FamilyPlan,
  type FlatRecord,
  HEAD_BYTES,
  LENGTH_CODE,
  MAGIC,
  type Part,
  type Plan,
  RECORD_CODE,
  SUMMARY_BLOCKS,
  VERSION,
  WORD_BYTES,
  WORDS,
} from '../../ipdata/ranges/layout.ts'
import { isWhole, RangeFile } from '../../ipdata/ranges/open.ts'
import { doubled, EMPTY, halves, isRecord, type Ref, recordId, Trie, upper } from '../mmdb/trie.ts'
import { UNWATCHED } from '../progress.ts'
import { Bytes, rowsOf } from './rows.ts'

export interface RecordTree {
  readonly id: string
  readonly trie: Trie
  /** A tree of 128 levels; IPv4 is below `::/96`. */
  readonly root: Ref
  readonly records: readonly FlatRecord[]
}

/** Returns the bytes of a range file: see src/ipdata/ranges/layout.ts. */
export function writeRangeFile({ id, trie, root, records }: RecordTree, progress = UNWATCHED): Buffer {
  const entries = { 4: entriesOf(trie, root, 4), 6: entriesOf(trie, root, 6) }
  progress(0.2)
  const { numbers, ordered } = numberRecords(entries, records)
  const body = new Bytes()
  const ipv4 = putFamily(body, 4, entries[4], numbers)
  progress(0.4)
  const families = { 4: ipv4, 6: putFamily(body, 6, entries[6], numbers) }
  progress(0.7)
  const { rowBytes, shapeBytes, rows, texts, shapes } = rowsOf(ordered)
  const parts = { rows: putPart(body, rows), texts: putPart(body, texts) }
  const sha256 = new Bun.CryptoHasher('sha256').update(body.all).digest('hex')
  const plan: Plan = { id, sha256, families, records: ordered.length, rowBytes, shapeBytes, ...parts, shapes }
  return assemble(plan, body.all)
}

function assemble(plan: Plan, body: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(plan))
  const end = Buffer.from(endMark(plan.id))
  const head = new Bytes()
  head.put(Buffer.from(MAGIC))
  head.uint(VERSION, 4)
  head.uint(HEAD_BYTES + text.length + body.length + end.length, 4)
  head.uint(text.length, 4)
  head.uint(Bun.hash.crc32(text), 4)
  return Buffer.concat([head.all, text, body, end])
}

/** Numbers the records that addresses have from 1 on, the most frequent first; of two that are as frequent, the first in the source. */
function numberRecords(
  entries: Record<Family, Entries>,
  records: readonly FlatRecord[],
): { numbers: Uint32Array; ordered: FlatRecord[] } {
  const counts = new Float64Array(records.length)
  for (const { refs } of [entries[4], entries[6]])
    for (const ref of refs) if (isRecord(ref)) counts[recordId(ref)] = (counts[recordId(ref)] ?? 0) + 1
  const ids = [...counts.keys()].filter((id) => counts[id] !== 0).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b)
  const numbers = new Uint32Array(records.length)
  ids.forEach((id, index) => {
    numbers[id] = index + 1
  })
  return { numbers, ordered: ids.map((id) => records[id] ?? {}) }
}

function putPart(body: Bytes, bytes: Buffer): Part {
  const at = body.length
  body.put(bytes)
  return { at, bytes: bytes.length }
}

function putFamily(body: Bytes, family: Family, entries: Entries, numbers: Uint32Array): FamilyPlan {
  const { count, starts, refs } = entries
  const width = WORDS[family]
  const { lengths, codes } = rankLengths(entries, width)
  const summary = new Bytes()
  const index = new Bytes()
  const blocks = new Bytes()
  for (let entry = 0; entry < count; entry++) {
    if (entry % BLOCK_ENTRIES === 0) {
      const isSummarized = entry % (BLOCK_ENTRIES * SUMMARY_BLOCKS) === 0
      for (const word of starts.subarray(entry * width, (entry + 1) * width)) {
        index.uint(word, WORD_BYTES)
        if (isSummarized) summary.uint(word, WORD_BYTES)
      }
      index.uint(blocks.length, WORD_BYTES)
    }
    const ref = refs[entry] ?? 0
    blocks.code(isRecord(ref) ? (numbers[recordId(ref)] ?? 0) : 0, RECORD_CODE)
    if (isMeasured(entry, count)) blocks.code(codes[entry] ?? 0, LENGTH_CODE)
  }
  return {
    entries: count,
    summary: putPart(body, summary.all),
    index: putPart(body, index.all),
    blocks: putPart(body, blocks.all),
    lengths: putPart(body, lengths.all),
  }
}

/** Tests whether a range states its length: the last of a block ends where the next block begins. */
function isMeasured(entry: number, count: number): boolean {
  return entry % BLOCK_ENTRIES !== BLOCK_ENTRIES - 1 && entry !== count - 1
}

/**
 * Returns the different lengths, the most frequent first (of two that are as frequent, the one that occurs first), and the position of each
 * range's own. A trie numbers the lengths: there are millions to look up, and texts as keys take five times as long.
 */
function rankLengths({ count, starts }: Entries, width: number): { lengths: Bytes; codes: Uint32Array } {
  const pairs = new Trie()
  const found = new Map<number, { readonly words: Uint32Array; uses: number; rank: number }>()
  const codes = new Uint32Array(count)
  const length = new Uint32Array(width)
  for (let entry = 0; entry < count; entry++) {
    if (!isMeasured(entry, count)) continue
    putLength(starts, entry, length)
    const [first = 0, second = 0, third = 0, fourth = 0] = length
    const number = width === 1 ? first : pairs.node(pairs.node(first, second), pairs.node(third, fourth))
    const known = found.get(number)
    if (known) known.uses++
    else found.set(number, { words: length.slice(), uses: 1, rank: 0 })
    codes[entry] = number
  }
  const lengths = new Bytes()
  for (const [rank, one] of [...found.values()].sort((a, b) => b.uses - a.uses).entries()) {
    one.rank = rank
    for (const word of one.words) lengths.uint(word, WORD_BYTES)
  }
  return { lengths, codes: codes.map((number) => found.get(number)?.rank ?? 0) }
}

/** From the start of a range to that of the next. */
function putLength(starts: Uint32Array, entry: number, length: Uint32Array): void {
  const width = length.length
  let borrowed = 0
  for (let word = width - 1; word >= 0; word--) {
    const difference = (starts[(entry + 1) * width + word] ?? 0) - (starts[entry * width + word] ?? 0) - borrowed
    borrowed = difference < 0 ? 1 : 0
    length[word] = difference
  }
}

/** The depth of IPv4 in a tree of both families. */
const IPV4_LEVELS = 96

/** The ranges of one family in order, from the first address to the last without a gap. */
interface Entries {
  readonly count: number
  /** The words of the first address of each range, one range after another. */
  readonly starts: Uint32Array
  readonly refs: Uint32Array
}

/** Called for each leaf of a family in order, empty ones too; `words` changes after the call. `parted` says that the leaf before it is its equal sibling. */
type Visit = (ref: Ref, words: readonly number[], depth: number, parted: boolean) => void

/** Visits one family of a tree of 128 levels. Below `::/96`, IPv6 has nothing. */
function visitLeaves(trie: Trie, root: Ref, family: Family, visit: Visit): void {
  const words: number[] = new Array(WORDS[family]).fill(0)
  // `isFirst` says that the block begins at the first address of IPv6, as the block of IPv4 does.
  const walk = (ref: Ref, depth: number, parted: boolean, isFirst: boolean): void => {
    const isAboveIpv4 = isFirst && depth < IPV4_LEVELS && ref !== EMPTY
    const leaf = isFirst && depth === IPV4_LEVELS ? EMPTY : ref
    if (leaf === EMPTY || (isRecord(leaf) && !isAboveIpv4)) {
      visit(leaf, words, depth, parted)
      return
    }
    const [left, right] = halves(trie, leaf)
    const word = depth >>> 5
    const before = words[word] ?? 0
    walk(left, depth + 1, false, isFirst)
    words[word] = before + 2 ** (31 - (depth & 31))
    walk(right, depth + 1, left === right && isRecord(left) && !isAboveIpv4, false)
    words[word] = before
  }
  walk(family === 4 ? upper(trie, root, IPV4_LEVELS) : root, 0, false, family === 6)
}

/**
 * Neighbours with the same record become one range if the widest blocks in it are the leaves again, because those are the prefixes in
 * answers. That is so unless the two halves of a block are leaves with the same record.
 */
function entriesOf(trie: Trie, root: Ref, family: Family): Entries {
  const width = WORDS[family]
  let starts = new Uint32Array(width << 16)
  let refs = new Uint32Array(1 << 16)
  let count = 0
  let last: Ref | null = null
  visitLeaves(trie, root, family, (ref, words, _, parted) => {
    const isSame = ref === last && !parted
    last = ref
    if (isSame) return
    if (count === refs.length) {
      starts = doubled(starts)
      refs = doubled(refs)
    }
    for (let word = 0; word < width; word++) starts[count * width + word] = words[word] ?? 0
    refs[count++] = ref
  })
  return { count, starts: starts.subarray(0, count * width), refs: refs.subarray(0, count) }
}

/**
 * Reads a file that was just written as the server reads it, at the first and the last address of every network of its source and of every gap between
 * them: the same record, equal in every value, and the same prefix. Throws at the first difference. `step` is called for each network.
 */
export function checkRangeFile(bytes: Buffer, { trie, root, records }: RecordTree, step = () => {}): void {
  if (!isWhole(bytes)) throw new Error('the checksum is wrong')
  const file = new RangeFile(bytes)
  const numbers = new Uint32Array(records.length)
  const agree = (family: Family, words: readonly number[], ref: Ref, depth: number): void => {
    const { record, prefixLength } = file.locate(words)
    if (!isRecord(ref)) {
      if (record !== 0) throw new Error(`${where(family, words)} has a record, which the source does not have`)
      return
    }
    const id = recordId(ref)
    if (numbers[id] === 0) {
      if (!Bun.deepEquals(file.record(record), records[id], true)) throw new Error(`${where(family, words)} has another record`)
      numbers[id] = record
    }
    if (record !== numbers[id]) throw new Error(`${where(family, words)} has another record`)
    if (prefixLength !== depth) throw new Error(`${where(family, words)} has the prefix ${prefixLength}, not ${depth}`)
  }
  for (const family of [4, 6] as const) {
    const last = new Array<number>(WORDS[family]).fill(0)
    visitLeaves(trie, root, family, (ref, words, depth) => {
      if (isRecord(ref)) step()
      agree(family, words, ref, depth)
      putLast(words, depth, last)
      agree(family, last, ref, depth)
    })
  }
}

function putLast(words: readonly number[], depth: number, last: number[]): void {
  for (let index = 0; index < last.length; index++) {
    const fixed = depth - index * WORD_BITS
    const word = words[index] ?? 0
    last[index] = fixed >= WORD_BITS ? word : fixed <= 0 ? ALL_ONES : (word | (ALL_ONES >>> fixed)) >>> 0
  }
}

const WORD_BITS = 32
const ALL_ONES = 0xffff_ffff

function where(family: Family, words: readonly number[]): string {
  return `IPv${family} ${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`
}
