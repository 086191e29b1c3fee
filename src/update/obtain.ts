import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { notAFile } from '../dataset/reading/files.ts'
import type { Fetched } from '../ipdata/data-dir.ts'
import { DownloadFailure, download } from '../net/download.ts'
import { PARTIAL } from './folder.ts'
import { UpdateRefusal } from './refusal.ts'

/** More than any source has: the largest, DB-IP City as CSV, takes 700 MB unpacked. */
const FILE_MAX_BYTES = 1024 ** 3
const DOWNLOAD_MS = 600_000

/** The way to fetch files. */
export interface Fetching {
  readonly roots: readonly string[] | null
  readonly userAgent: string
}

/** A file that an update is made of. */
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
  /** The state of the last fetch; null to fetch in any case. */
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
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    const { en, ko } = notAFile(path)
    throw new UpdateRefusal(en, ko)
  }
  const file = Bun.file(path)
  const most = `${FILE_MAX_BYTES / 1024 / 1024} MiB`
  if (file.size > FILE_MAX_BYTES) throw new UpdateRefusal(`${path} is larger than ${most}`, `${path} 파일이 ${most}보다 큽니다`)
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of file.stream()) hasher.update(chunk)
  return { sha256: hasher.digest('hex'), etag: null, lastModified: null }
}

/** Null if it has not changed. */
async function fetchedTo(
  path: string,
  { location, name, before }: Omit<Wanted, 'key'> & { name: string },
  { roots, userAgent }: Fetching,
): Promise<Sum | null> {
  const url = URL.parse(location)
  if (!url) throw new UpdateRefusal('--from is neither a file nor an address', '--from 값이 파일도 주소도 아닙니다')
  try {
    const { status, ...fetched } = await download({
      url,
      headers: { 'user-agent': userAgent, ...ifChanged(before) },
      roots,
      path,
      maxBytes: FILE_MAX_BYTES,
      timeoutMs: DOWNLOAD_MS,
    })
    return status === 'unchanged' ? null : fetched
  } catch (error) {
    throw error instanceof DownloadFailure ? UpdateRefusal.of(name, error) : error
  }
}

function ifChanged(before: Fetched | null): Record<string, string> {
  if (before === null) return {}
  if (before.etag !== null) return { 'if-none-match': before.etag }
  return before.lastModified === null ? {} : { 'if-modified-since': before.lastModified }
}
