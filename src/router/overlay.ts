import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type TSchema, Type } from '@sinclair/typebox'
import type { Catalogue } from './catalogue.ts'
import { gatewayFault, idFault, portFault, spellingFault } from './checks.ts'
import { type Fault, schemaFault, unevenFault } from './faults.ts'
import { BRAND, type Brand, ISP, type Isp, PLATFORM, type Platform, USE_CASE, type UseCase } from './schema.ts'

/** A folder that cannot be laid over the catalogue; the message names file and field in one line. */
export class CatalogueError extends Error {}

const NO_LINES = { en: [], ko: [] }

/** What an operator may leave out, and what then holds. `sources` and the like are ours to keep, not theirs. */
const DEFAULTS = {
  'brands.json': {
    aliases: [],
    gateways: [],
    hostnames: [],
    admin: { https: false, port: null },
    app: null,
    variants: [],
    fields: {},
    reservation: null,
    sticker: null,
    bridgeMode: null,
    hairpin: 'unknown',
    reboot: 'maybe',
    upnp: 'varies',
    carrierNat: null,
    notes: NO_LINES,
  },
  'use-cases.json': {
    aliases: [],
    recommended: true,
    risk: 'medium',
    security: NO_LINES,
    saferAlternative: null,
    notes: NO_LINES,
  },
  'isps.json': { aliases: [], equipment: null, gateways: [], bridge: null, blocked: [], tips: NO_LINES, support: null },
  'platforms.json': { aliases: [], commands: [], menu: null, notes: NO_LINES },
} as const

export type FileName = keyof typeof DEFAULTS
export const FILES = { 'brands.json': BRAND, 'use-cases.json': USE_CASE, 'isps.json': ISP, 'platforms.json': PLATFORM }

/** The catalogue with an operator's folder in front of it: an entry with a known id replaces ours. */
export function layOver(base: Catalogue, directory: string): Catalogue {
  for (const name of namesIn(directory)) {
    if (!(name in FILES)) throw new CatalogueError(`${name}: is none of ${Object.keys(FILES).join(', ')}`)
  }
  const laid: Catalogue = {
    brands: merged(readFile<Brand>(directory, 'brands.json'), base.brands),
    useCases: merged(readFile<UseCase>(directory, 'use-cases.json'), base.useCases),
    isps: merged(readFile<Isp>(directory, 'isps.json'), base.isps),
    platforms: merged(readFile<Platform>(directory, 'platforms.json'), base.platforms),
  }
  refuse('isps.json', equipmentFault(laid))
  refuse('brands.json', laid.brands.some(({ kind }) => kind === 'generic') ? null : NO_GENERIC)
  return laid
}

const NO_GENERIC = { at: '', says: 'none is left of the kind "generic", which stands for routers that nobody knows' }

/** Files whose names start with a dot are none of ours: version control and mounts leave them. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => !name.startsWith('.'))
  } catch {
    throw new CatalogueError(`"${directory}" is not a folder that can be read`)
  }
}

function merged<Entry extends { id: string }>(theirs: readonly Entry[], ours: readonly Entry[]): readonly Entry[] {
  const replaced = new Set(theirs.map(({ id }) => id))
  return theirs.length === 0 ? ours : [...theirs, ...ours.filter(({ id }) => !replaced.has(id))]
}

/** The entries of a file, filled up and checked; none if there is no such file. */
function readFile<Entry>(directory: string, name: FileName): readonly Entry[] {
  if (!namesIn(directory).includes(name)) return []
  const { value, day } = readJson(join(directory, name), name)
  const defaults = { ...DEFAULTS[name], sources: [], confidence: 'high', lastVerified: day }
  const filled = Array.isArray(value)
    ? value.map((entry: unknown) => (isObject(entry) ? { ...defaults, ...entry } : entry))
    : value
  refuse(name, entriesFault(name, filled))
  // A seam: the value has just been held against the schema of these entries.
  return filled as Entry[]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readJson(path: string, name: string): { value: unknown; day: string } {
  try {
    // Editors on Windows put a byte order mark first.
    const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
    return { value: JSON.parse(text), day: statSync(path).mtime.toISOString().slice(0, 10) }
  } catch (error) {
    const why = error instanceof SyntaxError ? `is not JSON (${error.message})` : 'cannot be read'
    throw new CatalogueError(`${name}: ${why}`)
  }
}

function refuse(name: string, fault: Fault | null): void {
  if (fault) throw new CatalogueError(`${name}: ${fault.at === '' ? '' : `${fault.at}: `}${fault.says}`)
}

/** What is wrong with the entries of a file, by its schema and by what a schema cannot say. */
export function entriesFault(name: FileName, entries: unknown): Fault | null {
  const schema: TSchema = Type.Array(FILES[name])
  const fault = schemaFault(schema, entries) ?? unevenFault(entries)
  if (fault) return fault
  // A seam: the schema has just been found to hold.
  const checked = entries as readonly (Brand & UseCase & Isp)[]
  return (
    idFault(checked) ??
    spellingFault(checked) ??
    (name === 'brands.json' || name === 'isps.json' ? gatewayFault(checked) : null) ??
    (name === 'use-cases.json' ? portFault(checked) : null)
  )
}

/** An ISP whose box is no brand that we know. */
export function equipmentFault({ isps, brands }: Catalogue): Fault | null {
  const ids = new Set(brands.map(({ id }) => id))
  const index = isps.findIndex(({ equipment }) => equipment !== null && !ids.has(equipment))
  return index < 0 ? null : { at: `[${index}].equipment`, says: `"${isps[index]?.equipment}" is the id of no brand` }
}
