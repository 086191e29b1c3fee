import { dlopen, type Pointer, toArrayBuffer } from 'bun:ffi'

/**
 * Maps a part of a file into memory, read-only. Nothing is copied: a page is read when a lookup first touches it, and the
 * system may drop it again. Returns null where that cannot be done; the caller then reads the file instead.
 *
 * `Bun.mmap` cannot serve here: it opens for writing, which a running executable refuses (ETXTBSY).
 */
export function mapFile(path: string, offset: number, length: number): Buffer | null {
  if (process.platform !== 'linux') return null
  const libc = openLibc()
  if (!libc) return null
  const descriptor = libc.symbols.open(Buffer.from(`${path}\0`), O_RDONLY)
  if (descriptor < 0) return null
  const start = offset - (offset % PAGE_BYTES)
  const lead = offset - start
  const address = libc.symbols.mmap(null, lead + length, PROT_READ, MAP_PRIVATE, descriptor, start)
  libc.symbols.close(descriptor)
  if (address === null || Number(address) === MAP_FAILED) return null
  return Buffer.from(toArrayBuffer(address as Pointer, lead, length))
}

// The same on every Linux that Bun runs on: x64 and arm64, glibc and musl.
const O_RDONLY = 0
const PROT_READ = 1
const MAP_PRIVATE = 2
/** (void *) -1 as the unsigned number that the ffi makes of it. */
const MAP_FAILED = 2 ** 64
/** A multiple of every page size in use (4, 16 and 64 KiB). */
const PAGE_BYTES = 65_536

const LIBC_NAMES = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1']

const SYMBOLS = {
  open: { args: ['buffer', 'i32'], returns: 'i32' },
  close: { args: ['i32'], returns: 'i32' },
  mmap: { args: ['ptr', 'u64', 'i32', 'i32', 'i32', 'i64'], returns: 'ptr' },
} as const

function openLibc() {
  for (const name of LIBC_NAMES) {
    try {
      return dlopen(name, SYMBOLS)
    } catch {
      // The other C library, then.
    }
  }
  return null
}
