import { dlopen, type Pointer, toArrayBuffer } from 'bun:ffi'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import city from '../../data/city.ranges' with { type: 'file' }
import continents from '../../data/continents.gen.json'
import summary from '../../data/datasets.gen.json'
import network from '../../data/network.ranges' with { type: 'file' }
import registry from '../../data/registry.ranges' with { type: 'file' }
import { isCompiled, LIBC_NAMES } from '../platform/compiled.ts'
import places from './places.txt' with { type: 'text' }
import { isOf } from './ranges/open.ts'

const EMBEDDED = { city, network, registry } as const
export type DatabaseId = keyof typeof EMBEDDED

/** Continent codes by country code. */
export const CONTINENTS: Record<string, string> = continents

export interface Dataset {
  id: string
  name: string
  /** A package with its version, or the name of an operator's file. */
  source: string
  licence: string | null
  licenceUrl: string | null
  /** The credit that the licence requires, and the page to link to. */
  attribution: string | null
  attributionUrl: string | null
  /** A day, `2026-06-05`. */
  buildDate: string
  records: number | null
}

/** The file in a checkout that says what is built: it is replaced when the last part is. */
export const SUMMARY_FILE = join(import.meta.dirname, '..', '..', 'data', 'datasets.gen.json')

export function embeddedDataset(id: DatabaseId): Dataset {
  const { files: _, ...dataset } = builtDataset(id)
  return dataset
}

/**
 * Returns the files of a package that a database is being built from, which serve until it is there: IPv4, then IPv6. Null once it is
 * built, as it always is in an executable.
 */
export function filesInPlaceOf(id: DatabaseId): readonly string[] | null {
  if (isCompiled() || statSync(EMBEDDED[id]).size > 0) return null
  return (builtDataset(id).files ?? []).map((file) => join(dirname(SUMMARY_FILE), '..', file))
}

function builtDataset(id: DatabaseId): Dataset & { readonly files?: readonly string[] } {
  // A checkout may be built while its server runs.
  const { datasets }: { datasets: (Dataset & { files?: string[] })[] } = isCompiled()
    ? summary
    : JSON.parse(readFileSync(SUMMARY_FILE, 'utf8'))
  const dataset = datasets.find((candidate) => candidate.id === id)
  if (!dataset) throw new Error(`data/datasets.gen.json lacks ${id}: run "npm run data"`)
  return dataset
}

/**
 * Returns the bytes of an embedded database, mapped in place: from its own file in a checkout, from the executable once compiled.
 * `places.txt`, which the build writes, says where they are in the executable.
 */
export function embeddedBytes(id: DatabaseId): { bytes: Buffer; mapped: boolean } {
  return isCompiled() ? asMapped(partOfExecutable(id), EMBEDDED[id]) : fileBytes(EMBEDDED[id])
}

/** Returns the bytes of a file that nobody overwrites, mapped where that is possible. */
export function fileBytes(path: string): { bytes: Buffer; mapped: boolean } {
  return asMapped(mapFile(path, 0, statSync(path).size), path)
}

function asMapped(mapped: Buffer | null, path: string): { bytes: Buffer; mapped: boolean } {
  return mapped ? { bytes: mapped, mapped: true } : { bytes: readFileSync(path), mapped: false }
}

/** If the executable was changed afterwards (stripped, packed), its parts have moved and the marker is not where it should be. */
function partOfExecutable(id: DatabaseId): Buffer | null {
  const place = readPlaces(places)[id]
  if (!place) return null
  const end = place.offset + place.length
  const path = OWN_FILES.find((file) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= end)
  const bytes = path ? mapFile(path, place.offset, place.length) : null
  return bytes && isOf(id, bytes) ? bytes : null
}

/** The file of this process, first as the kernel holds it: another may have taken its path. Under an emulator that is the emulator. */
const OWN_FILES = ['/proc/self/exe', process.execPath]

/** Parses `id offset length`, separated by semicolons. */
function readPlaces(text: string): Partial<Record<string, { offset: number; length: number }>> {
  const entries = text.split(';').map((entry) => entry.trim().split(/\s+/))
  return Object.fromEntries(
    entries
      .filter((words) => words.length === 3)
      .map(([id, offset, length]) => [id, { offset: Number(offset), length: Number(length) }]),
  )
}

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
  libcOpened ??= openLibc()
  const libc = libcOpened
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

let libcOpened: Libc | null = null

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
