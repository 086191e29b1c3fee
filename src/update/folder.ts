import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { STATE_FILE, type State, stateText, type Version } from '../ipdata/data-dir.ts'
import { writeWholeFile } from '../platform/whole-file.ts'
import { UpdateRefusal } from './refusal.ts'

/** The suffix of unfinished files, which an interrupted process leaves behind. */
export const PARTIAL = '.partial'
const BUNDLE = /^data-[0-9a-f]{32}\.bundle$/
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
  const needed = new Set([...filesOf(inUse), ...filesOf(previous ?? {})])
  for (const name of readdirSync(folder)) {
    if (name.endsWith(PARTIAL) || (BUNDLE.test(name) && !needed.has(name))) removed(join(folder, name))
  }
}

function filesOf(version: Version): string[] {
  return Object.values(version).map(({ file }) => file)
}

/** Windows does not remove a file that is open; the next update will. */
function removed(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Nothing depends on it.
  }
}

/** Neither a reader nor a power cut ever finds half of it. */
function putWhole(folder: string, name: string, bytes: Buffer, mode: number): void {
  try {
    writeWholeFile(join(folder, name), [bytes], mode)
  } catch (error) {
    throw UpdateRefusal.of(join(folder, name), error)
  }
  syncFolder(folder)
}

/** On Windows a folder cannot be opened; there, renaming lasts by itself. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
