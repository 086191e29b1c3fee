import { jsonOf } from '../../contract/clean.ts'
import type { DatabaseId, Dataset } from '../embedded.ts'
import { fieldsOf } from '../layouts.ts'

/**
 * The layout of a data file, which holds the range files of several databases (.github/decisions/0045-newer-data.md), little-endian throughout:
 *
 *   magic, version, length of the manifest; the manifest (JSON); the range files.
 *
 * The manifest says where each range file is and what its SHA-256 is. They begin at multiples of `ALIGNMENT_BYTES`; the gaps are zero.
 */
export const MAGIC = 'doorstep data\r\n\u001a'
export const VERSION = 2

export const HEAD_BYTES = 24
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
