import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Both, both, Misfit } from '../../platform/misfit.ts'
import { UNWATCHED } from '../progress.ts'

/** A source file, on this machine or already fetched. */
export interface SourceFile {
  /** Its name without the folder, or the URL it came from. */
  readonly name: string
  readonly path: string
  /** The date of its content; null if neither its name nor its server states it. The time of the file itself is only that of a download or a copy. */
  readonly date: Date | null
}

/** Ten times the largest free source. */
const UNPACKED_MAX_BYTES = 8 * 1024 ** 3
const MMDB_MAX_BYTES = 2 * 1024 ** 3
/** An MMDB is held in memory. The largest that is published gzipped, and free, takes half of this. */
const MMDB_UNPACKED_MAX_BYTES = 256 * 1024 ** 2
/** Published files unpack to a few times their size, bombs to a thousand times. */
const UNPACKED_PER_BYTE = 24
const UNPACKED_MIN_BYTES = 16 * 1024 ** 2
const START_BYTES = 64 * 1024
const CHUNK_BYTES = 1024 * 1024
/** Few, so that what was read is about what was unpacked. */
const PACKED_CHUNK_BYTES = 64 * 1024
const GZIP_MAGIC = '1f8b'
/** The offset of the mark of a tar archive. */
const TAR_AT = 257

/** Returns a file on this machine, dated by its name. Throws an Error that says what is wrong with it. */
export function sourceFile(path: string): SourceFile {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) {
    const { en, ko } = notAFile(path)
    throw new Misfit(en, ko)
  }
  const name = basename(path)
  return { name, path, date: dateIn(name) }
}

const NAMES_SHOWN = 5

/** Returns a sentence on a path that does not lead to a file. */
export function notAFile(path: string): Both {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return both(`${path} is not a file`, `${path} - 파일이 없거나 일반 파일이 아닙니다`)
  const names = readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  if (names.length === 0)
    return both(`${path} is a folder without files: name a file`, `${path} - 파일이 없는 폴더입니다. 파일을 지정하십시오`)
  const shown = `${names.sort().slice(0, NAMES_SHOWN).join(', ')}${names.length > NAMES_SHOWN ? ', ...' : ''}`
  return both(
    `${path} is a folder: name the files in it (${shown})`,
    `${path} - 폴더입니다. 그 안의 파일을 지정하십시오(${shown})`,
  )
}

/** `dbip-city-lite-2026-11.csv.gz` is of 1 November 2026, `GeoLite2-ASN-CSV_20261120.csv` of the 20th; null if a name has no date that can be. */
export function dateIn(name: string): Date | null {
  const [, year, month, day = '01'] =
    /(?<!\d)(20\d\d)-(\d\d)(?:-(\d\d))?(?!\d)/.exec(name) ?? /(?<!\d)(20\d\d)(\d\d)(\d\d)(?!\d)/.exec(name) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) || date.getTime() > Date.now() ? null : date
}

/** Reads the first bytes of a file, unpacked. Throws if it is an archive, since it may hold several files. */
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
    throw new Misfit(
      `${file.name} is an archive: unpack it, and name the files that were in it`,
      `${file.name} - 여러 파일을 묶은 압축 파일입니다. 압축을 풀고 그 안의 파일을 지정하십시오`,
    )
  return start
}

/** Tells an MMDB from a table: it starts with its tree, which is full of zero bytes, and a table has none. */
export function isMmdb(start: Buffer): boolean {
  return start.includes(0)
}

/** Reads a file into memory, unpacked. It is unpacked twice: the first time shows how much memory the second takes. */
export async function bytesOf(file: SourceFile): Promise<Buffer> {
  const isPacked = await isGzip(file)
  const length = isPacked ? await lengthOf(file) : statSync(file.path).size
  if (length > MMDB_MAX_BYTES) throw tooLarge(file, MMDB_MAX_BYTES)
  if (!isPacked) return readFileSync(file.path)
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for await (const chunk of unpacked(file, { max: MMDB_UNPACKED_MAX_BYTES })) at += chunk.copy(bytes, at)
  return bytes.subarray(0, at)
}

async function lengthOf(file: SourceFile): Promise<number> {
  let length = 0
  for await (const chunk of unpacked(file, { max: MMDB_UNPACKED_MAX_BYTES })) length += chunk.length
  return length
}

/** Yields a file in chunks, unpacked. Throws an Error that says what is wrong with the file, as early as possible. */
export async function* unpacked(
  file: SourceFile,
  { max = UNPACKED_MAX_BYTES, progress = UNWATCHED } = {},
): AsyncGenerator<Buffer> {
  const isPacked = await isGzip(file)
  const { size } = statSync(file.path)
  const raw = createReadStream(file.path, { highWaterMark: isPacked ? PACKED_CHUNK_BYTES : CHUNK_BYTES })
  const stream: Readable = isPacked ? raw.pipe(createGunzip({ chunkSize: CHUNK_BYTES })) : raw
  // An error does not pass from one stream to the next by itself.
  if (stream !== raw) raw.once('error', (error) => stream.destroy(error))
  let total = 0
  try {
    for await (const chunk of stream) {
      total += chunk.length
      const isBomb = isPacked && total > UNPACKED_MIN_BYTES + raw.bytesRead * UNPACKED_PER_BYTE
      if (isBomb) throw unpacksTooFar(file, both(`${UNPACKED_PER_BYTE} times its size`, `원래 크기의 ${UNPACKED_PER_BYTE}배`))
      if (total > max) throw isPacked ? unpacksTooFar(file, bytesIn(max)) : tooLarge(file, max)
      progress(raw.bytesRead / size)
      yield chunk
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error ? damaged(file, error) : error
  } finally {
    raw.destroy()
  }
}

async function isGzip({ path }: SourceFile): Promise<boolean> {
  return Buffer.from(await Bun.file(path).slice(0, 2).arrayBuffer()).toString('hex') === GZIP_MAGIC
}

function bytesIn(count: number): Both {
  return both(`${count.toLocaleString('en')} bytes`, `${count.toLocaleString('en')}바이트`)
}

function unpacksTooFar({ name }: SourceFile, { en, ko }: Both): Misfit {
  return new Misfit(
    `${name} unpacks to more than ${en}: unpack it, and name the file that was in it`,
    `${name} - 압축을 풀면 ${ko}보다 큽니다. 압축을 풀고 그 안의 파일을 지정하십시오`,
  )
}

function tooLarge({ name }: SourceFile, bytes: number): Misfit {
  const { en, ko } = bytesIn(bytes)
  return new Misfit(`${name} is larger than ${en}`, `${name} - ${ko}보다 큽니다`)
}

export function damaged({ name }: SourceFile, cause: unknown): Misfit {
  const why = cause instanceof Error ? cause.message : 'it cannot be read'
  return new Misfit(`${name} is damaged (${why})`, `${name} - 손상된 파일입니다`, { cause })
}
