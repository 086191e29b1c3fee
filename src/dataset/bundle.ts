/** The data file: made of range files, and checked when it comes from elsewhere. */
import { Value } from '@sinclair/typebox/value'
import {
  aligned,
  BUNDLE_HEAD_BYTES,
  type Bundle,
  BundleRefusal,
  type Entry,
  MAGIC,
  type Manifest,
  parseManifest,
  readBundle,
  VERSION,
} from '../ipdata/bundle.ts'
import { codeBytes, readCode } from '../ipdata/ranges/find.ts'
import {
  BLOCK_ENTRIES,
  type Family,
  HEAD,
  HEAD_BYTES,
  LENGTH_CODE,
  type Part,
  Plan,
  RECORD_CODE,
  SUMMARY_BLOCKS,
  TEXT_MAX,
  WORD_BYTES,
  WORDS,
} from '../ipdata/ranges/layout.ts'
import { isWhole, RangeFile } from '../ipdata/ranges/open.ts'
import type { Built } from './build.ts'
import { Bytes } from './packing/rows.ts'

export interface Contents {
  readonly created: Date
  readonly datasets: readonly Built[]
}

/** Returns the parts of a data file in order, so that all of it is not held in memory a second time. */
export function bundleParts(contents: Contents): { manifest: Manifest; parts: Buffer[] } {
  const { datasets } = contents
  const manifest = manifestOf(contents)
  const text = Buffer.from(JSON.stringify(manifest))
  if (parseManifest(text.toString()) === null) throw new Error('what is said of the data cannot be put into a manifest')
  const head = new Bytes()
  head.put(Buffer.from(MAGIC))
  head.uint(VERSION, 4)
  head.uint(text.length, 4)
  head.put(text)
  const parts = [head.all]
  let end = head.length
  for (const [index, { bytes }] of datasets.entries()) {
    const offset = manifest.datasets[index]?.offset ?? end
    parts.push(Buffer.alloc(offset - end), bytes)
    end = offset + bytes.length
  }
  return { manifest, parts }
}

/** Returns the manifest. It names the positions of the files, which depend on its own length: it is written again until it fits. */
function manifestOf({ created, datasets }: Contents): Manifest {
  const described = datasets.map(({ bytes, dataset }) => ({
    ...dataset,
    sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
    length: bytes.length,
  }))
  const placed = (manifestBytes: number): Manifest => {
    let end = BUNDLE_HEAD_BYTES + manifestBytes
    const entries: Entry[] = described.map((dataset) => {
      const offset = aligned(end)
      end = offset + dataset.length
      return { ...dataset, offset }
    })
    return { created: created.toISOString(), datasets: entries }
  }
  let manifest = placed(0)
  for (let bytes = 0; bytes !== lengthOf(manifest); manifest = placed(bytes)) bytes = lengthOf(manifest)
  return manifest
}

function lengthOf(manifest: Manifest): number {
  return Buffer.byteLength(JSON.stringify(manifest))
}

/**
 * Checks a data file from elsewhere, all of it: the sum of each range file, then whether each can be read at every address. Throws a
 * BundleRefusal that says why it is refused.
 */
export function verifyBundle(bytes: Buffer): Bundle {
  const bundle = readBundle(bytes)
  for (const { id } of bundle.manifest.datasets) {
    const range = bundle.wholeOf(id)
    if (!range || !isRangeFileSound(id, range)) throw new BundleRefusal('damaged', `has ${id} data that cannot be read`)
  }
  return bundle
}

/**
 * Tests whether a range file from elsewhere can answer for every address: whoever wrote it, no search in it fails, runs on or reads outside
 * of it. Reads all of the file. It does not judge whether the answers are true.
 */
function isRangeFileSound(id: string, bytes: Buffer): boolean {
  try {
    if (!isPlanSound(bytes)) return false
    const file = new RangeFile(bytes)
    return (
      file.plan.id === id &&
      isWhole(bytes) &&
      ([4, 6] as const).every((family) => isFamilySound(bytes, file, family)) &&
      areRecordsSound(file)
    )
  } catch {
    // Reads outside the file throw, and so do values that are not what their column says.
    return false
  }
}

function partOf(bytes: Buffer, part: Part): Buffer {
  const body = HEAD_BYTES + bytes.readUInt32LE(HEAD.planBytes)
  return bytes.subarray(body + part.at, body + part.at + part.bytes)
}

/** Blocks begin at rising addresses, the first at the first of all, and the entries of each end where those of the next begin. */
function isFamilySound(bytes: Buffer, { plan }: RangeFile, family: Family): boolean {
  const { entries, ...parts } = plan.families[family]
  const [summary, index, blocks] = [partOf(bytes, parts.summary), partOf(bytes, parts.index), partOf(bytes, parts.blocks)]
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength)
  const startBytes = WORDS[family] * WORD_BYTES
  const itemBytes = startBytes + WORD_BYTES
  const lengths = parts.lengths.bytes / startBytes
  let before: Buffer | null = null
  let at = 0
  for (let block = 0; block * BLOCK_ENTRIES < entries; block++) {
    const start = index.subarray(block * itemBytes, block * itemBytes + startBytes)
    if (before ? !isBefore(before, start) : start.some((byte) => byte !== 0)) return false
    if (index.readUInt32LE(block * itemBytes + startBytes) !== at) return false
    const summarized = (block / SUMMARY_BLOCKS) * startBytes
    if (block % SUMMARY_BLOCKS === 0 && !summary.subarray(summarized, summarized + startBytes).equals(start)) return false
    const count = Math.min(BLOCK_ENTRIES, entries - block * BLOCK_ENTRIES)
    for (let entry = 0; entry < count; entry++) {
      if (readCode(view, at, RECORD_CODE) > plan.records) return false
      at += codeBytes(RECORD_CODE, view.getUint8(at))
      if (entry === count - 1) continue
      if (readCode(view, at, LENGTH_CODE) >= lengths) return false
      at += codeBytes(LENGTH_CODE, view.getUint8(at))
    }
    before = start
  }
  return at === blocks.length
}

function isBefore(one: Buffer, other: Buffer): boolean {
  for (let word = 0; word < one.length; word += WORD_BYTES) {
    const [first, second] = [one.readUInt32LE(word), other.readUInt32LE(word)]
    if (first !== second) return first < second
  }
  return false
}

function areRecordsSound(file: RangeFile): boolean {
  const isShort = (value: string | number) => typeof value === 'number' || value.length <= TEXT_MAX
  for (let number = 1; number <= file.plan.records; number++) if (!Object.values(file.record(number)).every(isShort)) return false
  return true
}

/** A plan names the fields of a few shapes. */
const PLAN_MAX_BYTES = 1024 * 1024

/** Returns whether the head of a range file from elsewhere can be read as one of ours: its plan is small, and every number in it fits the others. */
function isPlanSound(bytes: Buffer): boolean {
  if (bytes.length < HEAD_BYTES) return false
  const planBytes = bytes.readUInt32LE(HEAD.planBytes)
  if (planBytes > PLAN_MAX_BYTES) return false
  const plan: unknown = JSON.parse(bytes.toString('utf8', HEAD_BYTES, HEAD_BYTES + planBytes))
  return Value.Check(Plan, plan) && areRowsSound(plan) && ([4, 6] as const).every((family) => isPlanFamilySound(plan, family))
}

function areRowsSound({ records, rowBytes, shapeBytes, rows, shapes }: Plan): boolean {
  const fits = shapes.every(({ columns }) => shapeBytes + columns.reduce((sum, { bytes }) => sum + bytes, 0) <= rowBytes)
  const isCounted = rowBytes === 0 ? records <= 1 : rows.bytes === records * rowBytes
  return fits && isCounted && (shapeBytes > 0 || shapes.length === 1 || records === 0)
}

function isPlanFamilySound({ families }: Plan, family: Family): boolean {
  const { entries, summary, index, lengths, blocks } = families[family]
  const wordsBytes = WORDS[family] * WORD_BYTES
  const blockCount = Math.ceil(entries / BLOCK_ENTRIES)
  return (
    entries > 0 &&
    entries <= blocks.bytes &&
    summary.bytes === Math.ceil(blockCount / SUMMARY_BLOCKS) * wordsBytes &&
    index.bytes === blockCount * (wordsBytes + WORD_BYTES) &&
    lengths.bytes % wordsBytes === 0
  )
}
