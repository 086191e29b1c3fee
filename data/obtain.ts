import { createHash } from 'node:crypto'
import { type SourceFile, sourceFile } from '../src/dataset/reading/files.ts'

const DOWNLOAD_TIMEOUT_MS = 600_000

/**
 * Finds a file by its path, or fetches it from an http(s) address into `cacheDir`. Its name leaves out the parts of a URL that may be
 * secret.
 */
export async function obtain(location: string, cacheDir: string): Promise<SourceFile> {
  if (!/^https?:\/\//.test(location)) return sourceFile(location)
  const { origin, pathname } = new URL(location)
  const name = `${origin}${pathname}`
  const response = await fetch(location, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${name} answered ${response.status}`)
  const path = `${cacheDir}/${createHash('sha256').update(location).digest('hex').slice(0, 16)}`
  await Bun.write(path, response)
  return { name, path, date: new Date(response.headers.get('last-modified') ?? Date.now()) }
}
