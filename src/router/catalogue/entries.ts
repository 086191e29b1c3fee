import { type TSchema, Type } from '@sinclair/typebox'
import { comparisons, type SoundEntry } from './checks.ts'
import { type Fault, placeOf, schemaFaults, textFaults, unevenFaults } from './faults.ts'
import { MISTAKES_MAX } from './mistakes.ts'
import { BRAND, DDNS, ISP, PLATFORM, USE_CASE } from './schema.ts'

/** The files of a catalogue folder: the schema of their entries, where the catalogue has them, what editors call file and entry. */
export const FILES = {
  'brands.json': { schema: BRAND, list: 'brands', title: 'Router brands and boxes of providers', entry: 'Router brand' },
  'services.json': { schema: USE_CASE, list: 'useCases', title: 'Services to reach from outside', entry: 'Service' },
  'providers.json': { schema: ISP, list: 'isps', title: 'Internet providers', entry: 'Provider' },
  'platforms.json': { schema: PLATFORM, list: 'platforms', title: 'Platforms to log in from', entry: 'Platform' },
  'ddns.json': { schema: DDNS, list: 'ddns', title: 'Dynamic DNS services', entry: 'Dynamic DNS service' },
} as const
export type FileName = keyof typeof FILES
// A seam: the keys of the table above.
export const FILE_NAMES = Object.keys(FILES) as readonly FileName[]

/** The names that folders from before give their files. */
const OLD_NAMES: Partial<Record<FileName, string>> = { 'services.json': 'use-cases.json', 'providers.json': 'isps.json' }

/** Returns the names under which a folder may have a file. */
export function fileNamesOf(file: FileName): readonly string[] {
  return [file, OLD_NAMES[file]].filter((name) => name !== undefined)
}

/** Returns the valid fields of each entry of a file, and its faults: one for each place, up to a limit. */
export function judgeEntries(name: FileName, entries: unknown): { readonly sound: SoundEntry[]; readonly faults: Fault[] } {
  const misfits = fewOf(schemaFaults(Type.Array(FILES[name].schema), entries))
  const sound = soundParts(entries, misfits)
  return { sound, faults: fewOf(allFaults()) }

  function* allFaults() {
    // For an invalid character the schema says only "not text", so the more precise fault comes first.
    yield* textFaults(entries)
    yield* misfits
    yield* unevenFaults(entries)
    yield* comparisons(name, sound)
  }
}

/** Returns the fields that an operator may leave out, with their defaults. */
export function defaultsOf(name: FileName): Record<string, unknown> {
  const fields: [string, TSchema][] = Object.entries(FILES[name].schema.properties)
  return Object.fromEntries(fields.filter(([, schema]) => 'default' in schema).map(([key, schema]) => [key, schema.default]))
}

function soundParts(entries: unknown, misfits: readonly Fault[]): SoundEntry[] {
  if (!Array.isArray(entries)) return []
  const odd = new Set(misfits.map(({ path }) => placeOf(path.slice(0, 2))))
  return entries.map((entry: unknown, index) => {
    if (odd.has(placeOf([`${index}`])) || typeof entry !== 'object' || entry === null) return {}
    const fitting = Object.entries(entry).filter(([key]) => !odd.has(placeOf([`${index}`, key])))
    // A seam: fields that do not match the schema have just been removed.
    return Object.fromEntries(fitting) as SoundEntry
  })
}

function fewOf(faults: Iterable<Fault>): Fault[] {
  const byPlace = new Map<string, Fault>()
  for (const fault of faults) {
    const place = placeOf(fault.path)
    if (!byPlace.has(place)) byPlace.set(place, fault)
    if (byPlace.size === MISTAKES_MAX) break
  }
  return [...byPlace.values()]
}
