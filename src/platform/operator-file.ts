import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { codeOf } from './error-code.ts'
import { type Both, Misfit } from './misfit.ts'

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
  if (stats.isDirectory()) return { en: 'a folder', ko: '폴더' }
  if (stats.isFIFO()) return { en: 'a FIFO', ko: '파이프(FIFO)' }
  if (stats.isSocket()) return { en: 'a socket', ko: '소켓' }
  if (stats.isCharacterDevice()) return { en: 'a character device', ko: '문자 장치' }
  return stats.isBlockDevice() ? { en: 'a block device', ko: '블록 장치' } : { en: 'something else', ko: '다른 종류' }
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
