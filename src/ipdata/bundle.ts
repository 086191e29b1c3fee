/** The data file: its head, its manifest and the range files in it. */
import { jsonOf } from '../contract/clean.ts'
import { Misfit } from '../platform/misfit.ts'
import type { DatabaseId, Dataset } from './embedded.ts'
import { fieldsOf } from './layouts.ts'

/** The reason why a file is refused. */
type Fault = 'not-a-data-file' | 'other-version' | 'too-large' | 'cut' | 'bad-manifest' | 'damaged'

const KOREAN: Readonly<Record<Fault, string>> = {
  'not-a-data-file': 'doorstep의 데이터 파일이 아닙니다',
  'other-version': '이 버전의 doorstep에서 쓸 수 없는 데이터 파일입니다',
  'too-large': '파일이 너무 큽니다',
  cut: '파일이 중간에 잘렸습니다',
  'bad-manifest': '파일의 목록(manifest)이 잘못되었습니다',
  damaged: '손상된 파일입니다',
}

/** Says what is wrong with a file: the message continues a sentence that begins with its name. */
export class BundleRefusal extends Misfit {
  constructor(
    readonly fault: Fault,
    message: string,
  ) {
    super(message, KOREAN[fault])
  }
}

/** A data file as its head and its manifest describe it. The sums have not been checked: see src/dataset/bundle.ts. */
export class Bundle {
  constructor(
    readonly manifest: Manifest,
    private readonly bytes: Buffer,
  ) {}

  /** The range file of a database, in place; null if the file does not have it. */
  bytesOf(id: DatabaseId): Buffer | null {
    const entry = this.entryOf(id)
    return entry ? this.bytes.subarray(entry.offset, entry.offset + entry.length) : null
  }

  /** The same if it has the sum that the manifest names; otherwise a BundleRefusal is thrown. */
  wholeOf(id: DatabaseId): Buffer | null {
    const range = this.bytesOf(id)
    if (range && new Bun.CryptoHasher('sha256').update(range).digest('hex') !== this.entryOf(id)?.sha256)
      throw new BundleRefusal('damaged', `is damaged: its ${id} data do not have the sum that the manifest names`)
    return range
  }

  entryOf(id: DatabaseId): Entry | undefined {
    return this.manifest.datasets.find((entry) => entry.id === id)
  }
}

/** Reads only the head and the manifest of a data file. Throws a BundleRefusal. */
export function readBundle(bytes: Buffer): Bundle {
  const manifestEnd = readHead(bytes)
  const manifest = parseManifest(textOf(bytes.subarray(BUNDLE_HEAD_BYTES, manifestEnd)))
  if (!manifest) throw new BundleRefusal('bad-manifest', 'has a manifest that cannot be read')
  judgePlaces(manifest.datasets, manifestEnd, bytes.length)
  return new Bundle(manifest, bytes)
}

/** Returns where the manifest ends. */
function readHead(bytes: Buffer): number {
  if (bytes.length < BUNDLE_HEAD_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new BundleRefusal('not-a-data-file', 'is not a data file of doorstep')
  const version = bytes.readUInt32LE(HEAD.version)
  if (version !== VERSION) throw new BundleRefusal('other-version', `is a data file of version ${version}, not ${VERSION}`)
  if (bytes.length > FILE_MAX_BYTES)
    throw new BundleRefusal('too-large', `is larger than ${FILE_MAX_BYTES.toLocaleString('en')} bytes`)
  const manifestBytes = bytes.readUInt32LE(HEAD.manifestBytes)
  if (manifestBytes > MANIFEST_MAX_BYTES)
    throw new BundleRefusal('bad-manifest', `has a manifest of ${manifestBytes} bytes: at most ${MANIFEST_MAX_BYTES} are read`)
  const manifestEnd = BUNDLE_HEAD_BYTES + manifestBytes
  if (manifestEnd > bytes.length) throw new BundleRefusal('cut', 'is cut')
  return manifestEnd
}

/**
 * Checks that the range files follow one another, each at the first aligned position after the one before it, and that the file ends with
 * the last.
 */
function judgePlaces(datasets: readonly Entry[], start: number, length: number): void {
  let end = start
  for (const entry of datasets) {
    if (entry.offset !== aligned(end))
      throw new BundleRefusal('bad-manifest', `has ${entry.id} data in a place where they cannot be`)
    end = entry.offset + entry.length
  }
  if (end > length) throw new BundleRefusal('cut', 'is cut')
  if (end < length) throw new BundleRefusal('damaged', `has ${(length - end).toLocaleString('en')} bytes behind its end`)
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ''
  }
}

/**
 * The layout of a data file, which holds the range files of several databases (.github/decisions/0045-newer-data.md), little-endian throughout:
 *
 *   magic, version, length of the manifest; the manifest (JSON); the range files.
 *
 * The manifest says where each range file is and what its SHA-256 is. They begin at multiples of `ALIGNMENT_BYTES`; the gaps are zero.
 */
export const MAGIC = 'doorstep data\r\n\u001a'
export const VERSION = 2

export const BUNDLE_HEAD_BYTES = 24
export const HEAD = { version: 16, manifestBytes: 20 } as const
/** A multiple of every page size in use (4, 16 and 64 KiB). */
const ALIGNMENT_BYTES = 65_536

/** Far more than three databases need. */
export const MANIFEST_MAX_BYTES = 64 * 1024
/** Far larger than any published data, and less than half of what fits in one buffer. */
export const FILE_MAX_BYTES = 1024 ** 3

const TEXT_MAX = 300

/** Returns the first position from this one on where a range file may begin. */
export function aligned(at: number): number {
  return Math.ceil(at / ALIGNMENT_BYTES) * ALIGNMENT_BYTES
}

export const DATABASE_IDS: readonly DatabaseId[] = ['city', 'network', 'registry']

/** The head of a data file, which describes it. */
export interface Manifest {
  /** When it was made: `2026-11-22T10:00:00.000Z`. */
  readonly created: string
  readonly datasets: readonly Entry[]
}

/** A range file in a data file. */
export interface Entry extends Readonly<Dataset> {
  readonly id: DatabaseId
  readonly records: number
  /** The digest of the whole range file, in hexadecimal. */
  readonly sha256: string
  readonly offset: number
  readonly length: number
}

/** Reads a manifest; null if the text is not one. Unknown fields are left out. */
export function parseManifest(text: string): Manifest | null {
  const fields = fieldsOf(jsonOf(text))
  const { created, datasets } = fields
  if (!isTime(created) || !Array.isArray(datasets) || datasets.length === 0 || datasets.length > DATABASE_IDS.length) return null
  const entries = datasets.flatMap((dataset) => entryOf(fieldsOf(dataset)) ?? [])
  const ids = new Set(entries.map(({ id }) => id))
  if (entries.length !== datasets.length || ids.size !== entries.length) return null
  return { created, datasets: entries }
}

function entryOf(fields: Readonly<Record<string, unknown>>): Entry | null {
  const { id, name, source, licence, licenceUrl, attribution, attributionUrl, buildDate, records, sha256, offset, length } =
    fields
  const isSound =
    DATABASE_IDS.some((known) => known === id) &&
    [name, source].every(isLine) &&
    [licence, attribution].every((text) => text === null || isLine(text)) &&
    [licenceUrl, attributionUrl].every((link) => link === null || isLink(link)) &&
    [records, offset, length].every((count) => Number.isSafeInteger(count) && Number(count) >= 0) &&
    isDay(buildDate) &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  const entry = { id, name, source, licence, licenceUrl, attribution, attributionUrl, buildDate, records, sha256, offset, length }
  // A seam: each field was looked at.
  return isSound ? (entry as Entry) : null
}

/** Tests whether a value is one line that does not move a cursor or change the direction of writing. */
export function isLine(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= TEXT_MAX && !ODD.test(value)
}

/** Tests whether a value is an address for people to click. */
export function isLink(value: unknown): value is string {
  return isLine(value) && /^https?:\/\//.test(value) && URL.canParse(value)
}

/** Another text as a line that a manifest can have: a name of a file may be anything. */
export function lineFrom(text: string): string {
  const line = text.replace(ALL_ODD, '?')
  return line.length <= TEXT_MAX ? line : `${line.slice(0, TEXT_MAX - 1)}…`
}

/** Returns the first moment of a day; null if the text is not a day. */
export function dayOf(text: string): Date | null {
  return isDay(text) ? new Date(text) : null
}

/** Characters that could move a cursor, end a line or turn it round. */
const ODD = /[\p{C}\p{Zl}\p{Zp}]/u
const ALL_ODD = new RegExp(ODD.source, 'gu')

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && isReal(value)
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isReal(`${value}T00:00:00.000Z`)
}

/** Tests whether a day and time exist: there is no 30th of February. */
function isReal(time: string): boolean {
  const date = new Date(time)
  return !Number.isNaN(date.getTime()) && date.toISOString() === time
}
