import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { codeOf, Misfit } from './misfit.ts'

/**
 * Writes a file so that readers never find half of it, and so that it is whole after a power cut. An existing file is replaced at once,
 * unless it is not a regular file: then an Error whose message continues a sentence that begins with the path is thrown.
 */
export function writeWholeFile(path: string, parts: readonly Uint8Array[], mode: number | null = null): void {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there && !there.isFile()) throw new Misfit('is there already, and is not a regular file', '이미 있고, 일반 파일이 아닙니다')
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
    throw code ? new Misfit(`cannot be written (${code})`, `쓸 수 없습니다(${code})`) : error
  }
}

/** Writes all of a part: a write may take less than it was given. */
function writeAll(file: number, part: Uint8Array): void {
  for (let done = 0; done < part.length; ) done += writeSync(file, part, done, part.length - done)
}
