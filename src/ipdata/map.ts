import { dlopen, type Pointer, toArrayBuffer } from 'bun:ffi'
import { LIBC_NAMES } from '../platform/libc-names.ts'

/**
 * Maps a part of a file into memory, read-only. Nothing is copied: a page is read when a lookup first touches it, and the
 * system may drop it again. Returns null if that is not possible; the caller then reads the file instead.
 *
 * `Bun.mmap` opens the file for writing, which fails for a running executable (ETXTBSY).
 *
 * The mapping ends when nothing refers to its bytes any more.
 */
export function mapFile(path: string, offset: number, length: number): Buffer | null {
  if (process.platform !== 'linux') return null
  const libc = openLibc()
  if (!libc) return null
  const descriptor = libc.symbols.open(Buffer.from(`${path}\0`), O_RDONLY)
  if (descriptor < 0) return null
  const start = offset - (offset % PAGE_BYTES)
  const lead = offset - start
  const mapped = libc.symbols.mmap(null, lead + length, PROT_READ, MAP_PRIVATE, descriptor, start)
  libc.symbols.close(descriptor)
  // A seam: libc's address is a number, which the ffi brands as a pointer.
  const address = Number(mapped) as Pointer
  if (address === 0 || address === MAP_FAILED) return null
  for (let part = 0; part < lead + length; part += 2 * PART_BYTES) libc.symbols.madvise(address + part, PART_BYTES, MADV_RANDOM)
  return Buffer.from(whileReferred(address, lead + length, libc), lead, length)
}

/**
 * Memory that is unmapped once the last view of it is gone: the runtime then calls a C function with the address and a number of our
 * choice, and munmap takes just these two.
 */
function whileReferred(address: Pointer, length: number, { symbols }: Libc): ArrayBuffer {
  // A seam: the types of the ffi lack the address of a function, and the last two parameters (bun.com/docs/api/ffi, "toArrayBuffer").
  const { ptr: munmap } = symbols.munmap as unknown as { readonly ptr: Pointer }
  const toReleased = toArrayBuffer as (address: Pointer, offset: number, length: number, ...release: number[]) => ArrayBuffer
  return toReleased(address, 0, length, length, munmap)
}

// The same on every Linux that Bun runs on: x64 and arm64, glibc and musl.
const O_RDONLY = 0
const PROT_READ = 1
const MAP_PRIVATE = 2
/**
 * A lookup touches about ten scattered places. Since Linux 6.18 a page fault makes the whole folio resident, which may be two
 * megabytes, but never crosses memory areas. Alternating advice makes each part an area of its own.
 */
const MADV_RANDOM = 1
const PART_BYTES = 256 * 1024
/** (void *) -1 as the unsigned number that the ffi makes of it. */
const MAP_FAILED = 2 ** 64
/** A multiple of every page size in use (4, 16 and 64 KiB). */
const PAGE_BYTES = 65_536

const SYMBOLS = {
  open: { args: ['buffer', 'i32'], returns: 'i32' },
  close: { args: ['i32'], returns: 'i32' },
  madvise: { args: ['u64', 'u64', 'i32'], returns: 'i32' },
  mmap: { args: ['ptr', 'u64', 'i32', 'i32', 'i32', 'i64'], returns: 'ptr' },
  munmap: { args: ['u64', 'u64'], returns: 'i32' },
} as const

type Libc = NonNullable<ReturnType<typeof openLibc>>

function openLibc() {
  for (const name of LIBC_NAMES) {
    try {
      return dlopen(name, SYMBOLS)
    } catch {
      // Try the next name.
    }
  }
  return null
}
