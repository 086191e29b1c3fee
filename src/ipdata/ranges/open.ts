import type { Located } from './find.ts'
import { Ranges4 } from './find4.ts'
import { Ranges6 } from './find6.ts'
import { endMark, HEAD, HEAD_BYTES, MAGIC, type Part, type Plan, VERSION } from './layout.ts'
import { RecordTable } from './records.ts'

/** An open range file. */
export interface RangeFile {
  readonly plan: Plan
  /** `words` are the bits of an address: one word in IPv4, four in IPv6. */
  locate(words: readonly number[]): Located
  /** The record of a number that `locate` gave. */
  record(number: number): unknown
}

/** Opens a range file in place. Throws an Error that says what is wrong if it is not one, is cut, or is of another version. */
export function openRangeFile(bytes: Buffer): RangeFile {
  const { plan, body, view } = readHead(bytes)
  const ranges4 = new Ranges4(view, body, plan.families[4])
  const ranges6 = new Ranges6(view, body, plan.families[6])
  const records = new RecordTable(bytes, view, body, plan)
  return {
    plan,
    locate(words) {
      const word0 = words[0] ?? 0
      return words.length === 1 ? ranges4.locate(word0) : ranges6.locate(word0, words[1] ?? 0, words[2] ?? 0, words[3] ?? 0)
    },
    record: (number) => records.at(number),
  }
}

/**
 * Tests whether the body is the one that was written. Reads all of it, so it is for tests and for files from elsewhere, not for the start.
 */
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
  if (!partsOf(plan).every((part) => part.at >= 0 && body + part.at + part.bytes <= end)) throw new Error('is damaged')
  if (!isOf(plan.id, bytes)) throw new Error('is cut')
  return { plan, body, view }
}

function partsOf({ families, rows, texts }: Plan): Part[] {
  const ofFamilies = [families[4], families[6]].flatMap(({ summary, index, blocks, lengths }) => [
    summary,
    index,
    blocks,
    lengths,
  ])
  return [...ofFamilies, rows, texts]
}
