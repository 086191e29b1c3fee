import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Both, both, codeOf, Misfit } from './misfit.ts'

const MIB_BYTES = 1024 * 1024
const MAX_BYTES = 16 * MIB_BYTES
const CHUNK_BYTES = 64 * 1024
/** Without O_NONBLOCK, opening a FIFO waits for a writer. Windows does not have this flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Returns the bytes of a file that the operator names. Anything but a regular file is refused before it is opened, because a FIFO or a device
 * would keep the server waiting. Throws a Misfit whose message continues a sentence that begins with the name of the file.
 */
export function readOperatorFile(path: string, maxBytes = MAX_BYTES): Buffer {
  try {
    refuseOdd(statSync(path))
    const file = openSync(path, FLAGS)
    try {
      // The file may have been replaced since.
      const stats = fstatSync(file)
      refuseOdd(stats)
      return readWhole(file, stats.size, maxBytes)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const code = codeOf(error)
    throw code ? failure(code) : error
  }
}

function failure(code: string): Misfit {
  return ['ENOENT', 'ENOTDIR'].includes(code)
    ? new Misfit('does not exist', '파일이 없습니다')
    : new Misfit(`cannot be read (${code})`, `읽을 수 없습니다(${code})`)
}

function refuseOdd(stats: Stats): void {
  const { en, ko } = kindOf(stats)
  if (!stats.isFile()) throw new Misfit(`is ${en}, not a regular file`, `파일이 아니라 ${ko}입니다`)
}

function kindOf(stats: Stats): Both {
  if (stats.isDirectory()) return both('a folder', '폴더')
  if (stats.isFIFO()) return both('a FIFO', '파이프(FIFO)')
  if (stats.isSocket()) return both('a socket', '소켓')
  if (stats.isCharacterDevice()) return both('a character device', '문자 장치')
  return stats.isBlockDevice() ? both('a block device', '블록 장치') : both('something else', '다른 종류')
}

/** Reads to the end, because the size of a file may be 0 (/proc) or change. A file that keeps its size is read in one piece. */
function readWhole(file: number, size: number, maxBytes: number): Buffer {
  const most = maxBytes < MIB_BYTES ? `${Math.floor(maxBytes / 1024)} KiB` : `${Math.floor(maxBytes / MIB_BYTES)} MiB`
  const tooLarge = new Misfit(`is larger than ${most}`, `${most}보다 큽니다`)
  if (size > maxBytes) throw tooLarge
  const chunks: Buffer[] = []
  for (let total = 0; ; ) {
    const chunk = Buffer.allocUnsafe(Math.max(size - total, CHUNK_BYTES))
    const count = readSync(file, chunk)
    const [first] = chunks
    if (count === 0) return first && chunks.length === 1 ? first : Buffer.concat(chunks)
    total += count
    if (total > maxBytes) throw tooLarge
    chunks.push(chunk.subarray(0, count))
  }
}

const WRITABLE_BY_OTHERS = constants.S_IWGRP | constants.S_IWOTH
/** In a folder with this bit (/tmp), a user cannot replace the files of another. */
const STICKY = 0o1000
const ROOT_UID = 0

/**
 * Returns why somebody other than root or the user of the server could change the file at a path; null if that is not possible. A system
 * without such users (Windows) counts as safe.
 */
export function distrust(path: string): Both | null {
  const stats = statSync(path)
  return otherOwner(stats) ?? ((stats.mode & WRITABLE_BY_OTHERS) === 0 ? null : writable(path, stats))
}

/** A file or folder that another user could change. */
interface Distrusted {
  readonly path: string
  readonly says: Both
}

/**
 * Returns the same for the folders above a folder: a user who may write there can put something else in its place, or move a link on the
 * way to it.
 */
export function distrustAbove(folder: string): Distrusted[] {
  const found = [realpathSync(folder), resolve(folder)].map(firstAbove).filter((one) => one !== null)
  return found.filter(({ path }, index) => found.findIndex((one) => one.path === path) === index)
}

function firstAbove(path: string): Distrusted | null {
  const above = dirname(path)
  if (above === path) return null
  const stats = statSync(above)
  const isOpen = (stats.mode & WRITABLE_BY_OTHERS) !== 0 && (stats.mode & STICKY) === 0
  const says = otherOwner(stats) ?? (isOpen ? writable(above, stats) : null)
  return says === null ? firstAbove(above) : { path: above, says }
}

function otherOwner({ uid }: Stats): Both | null {
  const user = process.geteuid?.()
  if (user === undefined || uid === user || uid === ROOT_UID) return null
  const trusted = user === ROOT_UID ? 'root, who runs the server' : `root or to user ${user}, who runs the server`
  const korean = user === ROOT_UID ? 'root' : `root 또는 사용자 ${user}`
  return both(
    `belongs to user ${uid}, not to ${trusted}: it must not be anybody else's to change`,
    `소유자가 사용자 ${uid}입니다. 서버를 실행하는 ${korean}만 바꿀 수 있어야 합니다`,
  )
}

function writable(path: string, { mode }: Stats): Both | null {
  if (process.geteuid === undefined) return null
  const isGroup = (mode & constants.S_IWOTH) === 0
  return both(
    `can be written to by ${isGroup ? 'its group' : 'everybody'}: chmod go-w ${path}`,
    `${isGroup ? '그룹의 다른 사용자도' : '누구나'} 쓸 수 있습니다. 다음 명령으로 막으십시오: chmod go-w ${path}`,
  )
}

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
