import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import city from '../../data/city.ranges' with { type: 'file' }
import continents from '../../data/continents.gen.json'
import summary from '../../data/datasets.gen.json'
import network from '../../data/network.ranges' with { type: 'file' }
import registry from '../../data/registry.ranges' with { type: 'file' }
import { isCompiled } from '../platform/compiled.ts'
import { mapFile } from './map.ts'
import places from './places.txt' with { type: 'text' }
import { isOf } from './ranges/open.ts'

/** The embedded databases. */
const EMBEDDED = { city, network, registry } as const
export type DatabaseId = keyof typeof EMBEDDED

/** Continent codes by country code. */
export const CONTINENTS: Record<string, string> = continents

/** The description of a database. */
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
  const mapping = mapExecutable()
  if (!place || !mapping) return null
  const start = place.offset - mapping.offset
  const bytes = mapping.bytes.subarray(start, start + place.length)
  return isOf(id, bytes) ? bytes : null
}

let executable: { offset: number; bytes: Buffer } | null = null

/** Returns the part of the executable that holds all databases, mapped once. */
function mapExecutable(): { offset: number; bytes: Buffer } | null {
  if (executable) return executable
  const all = Object.values(readPlaces(places)).filter((place) => place !== undefined)
  const offset = Math.min(...all.map((place) => place.offset))
  const end = Math.max(...all.map((place) => place.offset + place.length))
  const path = OWN_FILES.find((file) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= end)
  if (all.length === 0 || !path) return null
  const bytes = mapFile(path, offset, end - offset)
  executable = bytes && { offset, bytes }
  return executable
}

/** The file of this process, first as the kernel holds it: another may have taken its path. Under an emulator that is the emulator. */
const OWN_FILES = ['/proc/self/exe', process.execPath]

/** Parses `id offset length`, separated by semicolons. */
export function readPlaces(text: string): Partial<Record<string, { offset: number; length: number }>> {
  const entries = text.split(';').map((entry) => entry.trim().split(/\s+/))
  return Object.fromEntries(
    entries
      .filter((words) => words.length === 3)
      .map(([id, offset, length]) => [id, { offset: Number(offset), length: Number(length) }]),
  )
}
