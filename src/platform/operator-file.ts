import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { codeOf } from './error-code.ts'

const MIB_BYTES = 1024 * 1024
const MAX_BYTES = 16 * MIB_BYTES
const CHUNK_BYTES = 64 * 1024
/** Without O_NONBLOCK, opening a FIFO waits for a writer. Windows does not have this flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Returns the bytes of a file that the operator names. Anything but a regular file is refused before it is opened, because a FIFO or a device
 * would keep the server waiting. Throws an Error whose message continues a sentence that begins with the name of the file.
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
    throw code ? new Error(FAILURES[code] ?? `cannot be read (${code})`) : error
  }
}

const FAILURES: Record<string, string> = { ENOENT: 'does not exist', ENOTDIR: 'does not exist' }

function refuseOdd(stats: Stats): void {
  if (!stats.isFile()) throw new Error(`is ${kindOf(stats)}, not a regular file`)
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a FIFO'
  if (stats.isSocket()) return 'a socket'
  if (stats.isCharacterDevice()) return 'a character device'
  return stats.isBlockDevice() ? 'a block device' : 'something else'
}

/** Reads to the end, because the size of a file may be 0 (/proc) or change. A file that keeps its size is read in one piece. */
function readWhole(file: number, size: number, maxBytes: number): Buffer {
  const most = maxBytes < MIB_BYTES ? `${Math.floor(maxBytes / 1024)} KiB` : `${Math.floor(maxBytes / MIB_BYTES)} MiB`
  const tooLarge = new Error(`is larger than ${most}`)
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
