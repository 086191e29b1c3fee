import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { codeOf } from './error-code.ts'

/**
 * Writes a file so that readers never find half of it, and so that it is whole after a power cut. An existing file is replaced at once,
 * unless it is not a regular file: then an Error whose message continues a sentence that begins with the path is thrown.
 */
export function writeWholeFile(path: string, parts: readonly Uint8Array[], mode: number | null = null): void {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there && !there.isFile()) throw new Error('is there already, and is not a regular file')
  const partial = `${path}.${process.pid}.partial`
  try {
    const file = openSync(partial, 'wx')
    try {
      for (const part of parts) writeAll(file, part)
      if (mode !== null) fchmodSync(file, mode)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(partial, path)
  } catch (error) {
    rmSync(partial, { force: true })
    const code = codeOf(error)
    throw code ? new Error(`cannot be written (${code})`) : error
  }
}

/** Writes all of a part: a write may take less than it was given. */
function writeAll(file: number, part: Uint8Array): void {
  for (let done = 0; done < part.length; ) done += writeSync(file, part, done, part.length - done)
}
