import { type Family, HEAD, HEAD_BYTES, MAGIC, endMark, type Part, type Plan, VERSION } from './layout.ts'
import { type Located, Ranges } from './find.ts'
import { RecordTable } from './records.ts'

/** An open range file. */
export interface RangeFile {
  readonly plan: Plan
  /** `words` are the bits of an address of that family. */
  locate(family: Family, words: readonly number[]): Located
  /** The record of a number that `locate` gave. */
  record(number: number): unknown
}

/** Opens a range file in place. Throws an Error that says what is wrong if it is not one, is cut, or is of another version. */
export function openRangeFile(bytes: Buffer): RangeFile {
  const { plan, body, view } = readHead(bytes)
  const families = {
    4: new Ranges(view, body, 4, plan.families[4]),
    6: new Ranges(view, body, 6, plan.families[6]),
  }
  const records = new RecordTable(bytes, view, body, plan)
  return {
    plan,
    locate: (family, words) => families[family].locate(words),
    record: (number) => records.at(number),
  }
}

/** Whether the body is what was written. It reads all of it, so it is for tests and for files from elsewhere, not for the start. */
export function isWhole(bytes: Buffer): boolean {
  const { plan, body } = readHead(bytes)
  const end = bytes.length - endMark(plan.id).length
  return new Bun.CryptoHasher('sha256').update(bytes.subarray(body, end)).digest('hex') === plan.sha256
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
  if (bytes.toString('latin1', end) !== endMark(plan.id)) throw new Error('is cut')
  return { plan, body, view }
}

function partsOf({ families, rows, texts }: Plan): Part[] {
  const ofFamilies = [families[4], families[6]].flatMap(({ index, blocks, lengths }) => [index, blocks, lengths])
  return [...ofFamilies, rows, texts]
}
