import { closeSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { BUNDLE_NAME, type Fetched, STATE_FILE, type State, stateText } from '../../ipdata/data-dir.ts'
import { DownloadFailure, download } from '../../net/download.ts'
import { type Both, Misfit, saidOf } from '../../platform/misfit.ts'
import { writeWholeFile } from '../../platform/operator-file.ts'
import { notAFile } from '../reading/files.ts'

/** More than any source has: the largest, DB-IP City as CSV, takes 700 MB unpacked. */
const FILE_MAX_BYTES = 1024 ** 3
const DOWNLOAD_MS = 600_000

export interface Fetching {
  readonly roots: readonly string[] | null
  readonly userAgent: string
}

export interface Obtained {
  /** Its name without the folder or, of an address, without what may be secret. */
  readonly name: string
  readonly path: string
  readonly isLocal: boolean
  /** By which it is known the next time. */
  readonly key: string
  readonly fetched: Sum
  /** Whether it is the one that the version in use was made of; what was fetched then is not fetched again. */
  readonly isUnchanged: boolean
}

type Sum = Omit<Fetched, 'file'>

interface Wanted {
  readonly location: string
  readonly key: string
  readonly before: Fetched | null
}

/** Finds a file, or fetches it into a folder unless its server says that it has not changed. Throws an UpdateRefusal. */
export async function obtain({ location, key, before }: Wanted, folder: string, fetching: Fetching): Promise<Obtained> {
  const isLocal = !isAddress(location)
  const name = nameOf(location)
  const path = isLocal ? location : join(folder, `${key}${PARTIAL}`)
  const fetched = isLocal ? await found(path) : await fetchedTo(path, { location, name, before }, fetching)
  return {
    name,
    path,
    isLocal,
    key,
    fetched: fetched ?? before ?? NOTHING,
    isUnchanged: !fetched || fetched.sha256 === before?.sha256,
  }
}

const NOTHING: Sum = { sha256: '', etag: null, lastModified: null }

function isAddress(location: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(location)
}

/** Returns the name of a location in messages, without the password or token that an address may hold. */
function nameOf(location: string): string {
  const url = isAddress(location) ? URL.parse(location) : null
  return url ? `${url.protocol}//${url.host}${url.pathname}` : basename(location)
}

async function found(path: string): Promise<Sum> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw UpdateRefusal.saying(notAFile(path))
  const file = Bun.file(path)
  const most = `${FILE_MAX_BYTES / 1024 / 1024} MiB`
  if (file.size > FILE_MAX_BYTES) throw new UpdateRefusal(`${path} is larger than ${most}`, `${path} 파일이 ${most}보다 큽니다`)
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of file.stream()) hasher.update(chunk)
  return { sha256: hasher.digest('hex'), etag: null, lastModified: null }
}

async function fetchedTo(
  path: string,
  { location, name, before }: Omit<Wanted, 'key'> & { name: string },
  { roots, userAgent }: Fetching,
): Promise<Sum | null> {
  const url = URL.parse(location)
  if (!url) throw new UpdateRefusal('--from is neither a file nor an address', '--from 값이 파일도 주소도 아닙니다')
  const { etag = null, lastModified = null } = before ?? {}
  const ifChanged = etag ? { 'if-none-match': etag } : lastModified ? { 'if-modified-since': lastModified } : {}
  try {
    const { status, ...fetched } = await download({
      url,
      headers: { 'user-agent': userAgent, ...ifChanged },
      roots,
      path,
      maxBytes: FILE_MAX_BYTES,
      timeoutMs: DOWNLOAD_MS,
    })
    return status === 'unchanged' ? null : fetched
  } catch (error) {
    throw error instanceof DownloadFailure ? UpdateRefusal.saying(saidOf(name, error)) : error
  }
}

/** The suffix of unfinished files, which an interrupted process leaves behind. */
const PARTIAL = '.partial'
const DIGEST_DIGITS = 32
/** The mode of bundles: everybody may read them, and nobody may write to them. */
const BUNDLE_MODE = 0o444
const STATE_MODE = 0o644

/** Returns the name of a bundle, which follows from its content: two of the same name are the same. */
export function nameOfBundle(bytes: Buffer): string {
  return `data-${new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, DIGEST_DIGITS)}.bundle`
}

export function putBundle(folder: string, name: string, bytes: Buffer): void {
  putWhole(folder, name, bytes, BUNDLE_MODE)
}

/** From here on the state is in use: a reader sees this one or the one before. */
export function putState(folder: string, state: State): void {
  putWhole(folder, STATE_FILE, Buffer.from(stateText(state)), STATE_MODE)
}

/** Removes bundles that neither version needs, and unfinished files. A server that uses a bundle has already read it. */
export function prune(folder: string, { inUse, previous }: State): void {
  const needed = new Set([inUse, previous ?? {}].flatMap((version) => Object.values(version).map(({ file }) => file)))
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(PARTIAL) && !(BUNDLE_NAME.test(name) && !needed.has(name))) continue
    try {
      rmSync(join(folder, name), { force: true })
    } catch {
      // Windows does not remove a file that is open; the next update will.
    }
  }
}

/** Neither a reader nor a power cut ever finds half of it. */
function putWhole(folder: string, name: string, bytes: Buffer, mode: number): void {
  try {
    writeWholeFile(join(folder, name), [bytes], mode)
  } catch (error) {
    throw UpdateRefusal.saying(saidOf(join(folder, name), error))
  }
  // On Windows a folder cannot be opened; there, renaming lasts by itself.
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** The reason why an update is not made: a sentence for those who asked for it. */
export class UpdateRefusal extends Misfit {
  static saying({ en, ko }: Both): UpdateRefusal {
    return new UpdateRefusal(en, ko)
  }
}
