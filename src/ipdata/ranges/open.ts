import { Recent } from '../../platform/recent.ts'
import { FamilyParts, type Located, Ranges6, readCode } from './find.ts'
import {
  type Column,
  endMark,
  type FamilyPlan,
  type FlatRecord,
  HEAD,
  HEAD_BYTES,
  LENGTH_CODE,
  LONG_TEXT,
  MAGIC,
  type Part,
  type Plan,
  type Shape,
  SUMMARY_BLOCKS,
  VERSION,
  WORD_BYTES,
} from './layout.ts'

/** An open range file, read in place. */
export class RangeFile {
  readonly plan: Plan
  readonly #bytes: Buffer
  readonly #view: DataView
  readonly #rows: number
  readonly #texts: number
  readonly #ranges4: Ranges4
  readonly #ranges6: Ranges6
  readonly #shapes: readonly ((row: number) => FlatRecord)[]
  readonly #common = new Recent<number, string>(TEXTS_KEPT)
  /** The most frequent records, by their numbers, from when each was first asked for. */
  readonly #frequent = new Array<FlatRecord | undefined>(RECORDS_KEPT + 1).fill(undefined)

  /** Throws an Error that says what is wrong if the bytes are not a range file, are cut, or are of another version. */
  constructor(bytes: Buffer) {
    const { plan, body, view } = readHead(bytes)
    this.plan = plan
    this.#bytes = bytes
    this.#view = view
    this.#rows = body + plan.rows.at
    this.#texts = body + plan.texts.at
    this.#ranges4 = new Ranges4(view, body, plan.families[4])
    this.#ranges6 = new Ranges6(view, body, plan.families[6])
    this.#shapes = plan.shapes.map((shape) => this.#decoderOf(shape))
  }

  /** `words` are the bits of an address: one word in IPv4, four in IPv6. */
  locate(words: readonly number[]): Located {
    const word0 = words[0] ?? 0
    return words.length === 1
      ? this.#ranges4.locate(word0)
      : this.#ranges6.locate(word0, words[1] ?? 0, words[2] ?? 0, words[3] ?? 0)
  }

  /** The record of a number from 1 on. The same object may be returned again: it is not to be changed. */
  record(number: number): FlatRecord {
    const known = this.#frequent[number]
    if (known !== undefined) return known
    const record = this.#read(number)
    if (number <= RECORDS_KEPT) this.#frequent[number] = record
    return record
  }

  #read(number: number): FlatRecord {
    if (number < 1 || number > this.plan.records) throw new RangeError(`there is no record ${number}`)
    const row = this.#rows + (number - 1) * this.plan.rowBytes
    const shape = this.#shapes[readUint(this.#view, row, this.plan.shapeBytes)]
    if (!shape) throw new RangeError(`record ${number} has no shape`)
    return shape(row + this.plan.shapeBytes)
  }

  #decoderOf({ form: { fields }, columns }: Shape): (row: number) => FlatRecord {
    let place = 0
    const readers = columns.map((column) => {
      const reader = this.#readerOf(column, place)
      place += column.bytes
      return reader
    })
    const blank = Object.fromEntries(fields.map(([name, field]) => [name, 'fixed' in field ? field.fixed : '']))
    const differing = fields.flatMap(([name, field]) => {
      const read = 'column' in field && readers[field.column]
      return read ? [{ name, read }] : []
    })
    return (row) => {
      const record: Record<string, string | number> = { ...blank }
      for (const { name, read } of differing) record[name] = read(row)
      return record
    }
  }

  #readerOf({ kind, bytes }: Column, place: number): (row: number) => string | number {
    const view = this.#view
    if (kind === 'text') return (row) => this.#text(readUint(view, row + place, bytes))
    if (kind === 'float') return (row) => view.getFloat32(row + place, true)
    if (kind === 'double') return (row) => view.getFloat64(row + place, true)
    return (row) => readUint(view, row + place, bytes)
  }

  #text(place: number): string {
    const isCommon = place < COMMON_TEXT_BYTES
    const known = isCommon ? this.#common.get(place) : undefined
    if (known !== undefined) return known
    const at = this.#texts + place
    const short = this.#view.getUint8(at)
    const start = short === LONG_TEXT ? at + 5 : at + 1
    const end = start + (short === LONG_TEXT ? this.#view.getUint32(at + 1, true) : short)
    if (end > this.#texts + this.plan.texts.bytes) throw new RangeError(`the text at ${place} does not end`)
    const text = this.#bytes.toString('utf8', start, end)
    if (isCommon) this.#common.set(place, text)
    return text
  }
}

const TEXTS_KEPT = 4096
/** The most frequent records have the lowest numbers: these few answer for half of the addresses. */
const RECORDS_KEPT = 4096
/** Texts of columns with few different ones, such as countries and regions, come first. These are kept once they are decoded. */
const COMMON_TEXT_BYTES = 0x1_0000

/** Tests whether the body is the one that was written. Reads all of it, so it is for tests and for files from elsewhere, not for the start. */
export function isWhole(bytes: Buffer): boolean {
  const { plan, body } = readHead(bytes)
  const end = bytes.length - endMark(plan.id).length
  return new Bun.CryptoHasher('sha256').update(bytes.subarray(body, end)).digest('hex') === plan.sha256
}

/** Tests whether bytes begin and end like the range file of this id. */
export function isOf(id: string, bytes: Buffer): boolean {
  const end = endMark(id)
  return bytes.toString('latin1', 0, MAGIC.length) === MAGIC && bytes.toString('latin1', bytes.length - end.length) === end
}

function readHead(bytes: Buffer): { plan: Plan; body: number; view: DataView } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEAD_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('is not a range file')
  const version = view.getUint32(HEAD.version, true)
  if (version !== VERSION) throw new Error(`is a range file of version ${version}, not ${VERSION}`)
  if (view.getUint32(HEAD.fileBytes, true) !== bytes.length) throw new Error('is cut')
  const body = HEAD_BYTES + view.getUint32(HEAD.planBytes, true)
  const text = bytes.subarray(HEAD_BYTES, body)
  if (body > bytes.length || Bun.hash.crc32(text) !== view.getUint32(HEAD.planCrc, true)) throw new Error('is damaged')
  // A seam: the checksum says that this is what our own writer wrote.
  const plan = JSON.parse(text.toString()) as Plan
  const end = bytes.length - endMark(plan.id).length
  const { 4: ipv4, 6: ipv6 } = plan.families
  const parts = [ipv4, ipv6].flatMap(({ summary, index, blocks, lengths }) => [summary, index, blocks, lengths])
  const isInside = ({ at, bytes: length }: Part) => at >= 0 && body + at + length <= end
  if (![...parts, plan.rows, plan.texts].every(isInside)) throw new Error('is damaged')
  if (!isOf(plan.id, bytes)) throw new Error('is cut')
  return { plan, body, view }
}

const INDEX_BYTES = 2 * WORD_BYTES
const END = 2 ** 32
const SIXTEENS = 65_536

/** The ranges of IPv4, read where they are: nothing is copied, and a read outside the file throws a RangeError. */
class Ranges4 {
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

function readUint(view: DataView, at: number, bytes: number): number {
  switch (bytes) {
    case 0:
      return 0
    case 1:
      return view.getUint8(at)
    case 2:
      return view.getUint16(at, true)
    case 3:
      return view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000
    default:
      return view.getUint32(at, true)
  }
}
