import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { createGunzip, gunzipSync } from 'node:zlib'
import { UNWATCHED } from '../progress.ts'

/** A source file, on this machine or already fetched. */
export interface SourceFile {
  /** Its name without the folder, or the URL it came from. */
  readonly name: string
  readonly path: string
  /** Null if neither its name nor whoever sent it says: when a file was written is the day of a download, or of a copy. */
  readonly date: Date | null
}

/** Ten times the largest free source. */
const UNPACKED_MAX_BYTES = 8 * 1024 ** 3
const MMDB_MAX_BYTES = 2 * 1024 ** 3
const START_BYTES = 64 * 1024
const CHUNK_BYTES = 1024 * 1024
const GZIP_MAGIC = '1f8b'
/** Where a tar archive says that it is one. */
const TAR_AT = 257

/** A file on this machine, dated by its name. Throws an Error that says what is wrong with it. */
export function sourceFile(path: string): SourceFile {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new Error(notAFile(path))
  const name = basename(path)
  return { name, path, date: dateIn(name) }
}

const NAMES_SHOWN = 5

/** What is wrong with a path that does not lead to a file. */
export function notAFile(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return `${path} is not a file`
  const names = readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  if (names.length === 0) return `${path} is a folder without files: name a file`
  const shown = names.sort().slice(0, NAMES_SHOWN).join(', ')
  return `${path} is a folder: name the files in it (${shown}${names.length > NAMES_SHOWN ? ', ...' : ''})`
}

/** `dbip-city-lite-2026-11.csv.gz` is of 1 November 2026, `GeoLite2-ASN-CSV_20261120.csv` of the 20th; null if a name has no date that can be. */
export function dateIn(name: string): Date | null {
  const [, year, month, day = '01'] =
    /(?<!\d)(20\d\d)-(\d\d)(?:-(\d\d))?(?!\d)/.exec(name) ?? /(?<!\d)(20\d\d)(\d\d)(\d\d)(?!\d)/.exec(name) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) || date.getTime() > Date.now() ? null : date
}

/** The first bytes of a file, unpacked. Throws if it is an archive: which of its files is meant, nobody knows. */
export async function startOf(file: SourceFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of unpacked(file)) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= START_BYTES) break
  }
  const start = Buffer.concat(chunks).subarray(0, START_BYTES)
  const isZip = start.toString('latin1', 0, 4) === 'PK\u0003\u0004'
  if (isZip || start.toString('latin1', TAR_AT, TAR_AT + 5) === 'ustar')
    throw new Error(`${file.name} is an archive: unpack it, and name the files that were in it`)
  return start
}

/** An MMDB starts with its tree, which is full of zero bytes; a table has none. */
export function isMmdb(start: Buffer): boolean {
  return start.includes(0)
}

/** A file in memory, unpacked. */
export function bytesOf(file: SourceFile): Buffer {
  if (statSync(file.path).size > MMDB_MAX_BYTES) throw tooLarge(file, MMDB_MAX_BYTES)
  const bytes = readFileSync(file.path)
  if (!isGzip(bytes)) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MMDB_MAX_BYTES })
  } catch (error) {
    throw error instanceof RangeError ? tooLarge(file, MMDB_MAX_BYTES) : damaged(file, error)
  }
}

/** A file in chunks, unpacked. Throws an Error that says what is wrong with the file. */
export async function* unpacked(file: SourceFile, progress = UNWATCHED): AsyncGenerator<Buffer> {
  const size = statSync(file.path).size
  const raw = createReadStream(file.path, { highWaterMark: CHUNK_BYTES })
  const stream = isGzip(Buffer.from(await Bun.file(file.path).slice(0, 2).arrayBuffer()))
    ? raw.pipe(createGunzip({ chunkSize: CHUNK_BYTES }))
    : raw
  // A stream does not tell the one behind it.
  if (stream !== raw) raw.once('error', (error) => stream.destroy(error))
  let total = 0
  try {
    for await (const chunk of stream) {
      total += chunk.length
      if (total > UNPACKED_MAX_BYTES) throw tooLarge(file, UNPACKED_MAX_BYTES)
      progress(raw.bytesRead / size)
      yield chunk
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error ? damaged(file, error) : error
  } finally {
    raw.destroy()
  }
}

function isGzip(bytes: Buffer): boolean {
  return bytes.toString('hex', 0, 2) === GZIP_MAGIC
}

function tooLarge({ name }: SourceFile, bytes: number): Error {
  return new Error(`${name} is larger than ${bytes.toLocaleString('en')} bytes`)
}

export function damaged({ name }: SourceFile, cause: unknown): Error {
  return new Error(`${name} is damaged (${cause instanceof Error ? cause.message : 'it cannot be read'})`, { cause })
}
