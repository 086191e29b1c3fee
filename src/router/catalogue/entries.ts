import { type TSchema, Type } from '@sinclair/typebox'
import {
  asnFaults,
  blockedFaults,
  gatewayFaults,
  idFaults,
  modelFaults,
  portFaults,
  spellingFaults,
  suffixFaults,
} from './checks.ts'
import { type Fault, placeOf, schemaFaults, textFaults, unevenFaults } from './faults.ts'
import { MISTAKES_MAX } from './mistakes.ts'
import { BRAND, type Brand, DDNS, type DdnsService, ISP, type Isp, PLATFORM, USE_CASE, type UseCase } from './schema.ts'

/** The files of a catalogue folder, with the schema of their entries. */
export const FILES = {
  'brands.json': BRAND,
  'use-cases.json': USE_CASE,
  'isps.json': ISP,
  'platforms.json': PLATFORM,
  'ddns.json': DDNS,
} as const
export type FileName = keyof typeof FILES

/** The names under which a folder may have each file, in the words of the catalogue; the last is that of the built-in file. */
export const WRITTEN: Readonly<Record<FileName, readonly [string, ...string[]]>> = {
  'brands.json': ['brands.json'],
  'use-cases.json': ['services.json', 'use-cases.json'],
  'isps.json': ['providers.json', 'isps.json'],
  'platforms.json': ['platforms.json'],
  'ddns.json': ['ddns.json'],
}

/** The valid fields of an entry, as far as it is compared with others. */
export type Sound = Partial<
  Pick<Brand, 'id' | 'name' | 'kind' | 'aliases' | 'models' | 'gateways'> &
    Pick<UseCase, 'ports' | 'saferUse'> &
    Pick<Isp, 'equipment' | 'asns' | 'blocked'> &
    Pick<DdnsService, 'suffixes' | 'brand'>
>

interface Judged {
  /** One for each entry, in order; complete if the entry has no fault. */
  readonly sound: readonly Sound[]
  /** At most one for each place, and a limited number. */
  readonly faults: readonly Fault[]
}

/** Checks the entries of a file against their schema and the rules that a schema cannot express. */
export function judgeEntries(name: FileName, entries: unknown): Judged {
  const schema: TSchema = Type.Array(FILES[name])
  const misfits = fewOf(schemaFaults(schema, entries))
  const sound = soundParts(entries, misfits)
  // For an invalid character the schema says only "not text", so the more precise fault comes first.
  const faults = fewOf(chained(textFaults(entries), misfits, unevenFaults(entries), comparisons(name, sound)))
  return { sound, faults }
}

/** Returns the fields that an operator may leave out, with their defaults. */
export function defaultsOf(name: FileName): Record<string, unknown> {
  const fields: [string, TSchema][] = Object.entries(FILES[name].properties)
  return Object.fromEntries(fields.filter(([, schema]) => 'default' in schema).map(([key, schema]) => [key, schema.default]))
}

function* comparisons(name: FileName, entries: readonly Sound[]): Generator<Fault> {
  yield* idFaults(entries)
  yield* spellingFaults(entries)
  if (name === 'brands.json' || name === 'isps.json') yield* gatewayFaults(entries)
  if (name === 'brands.json') yield* modelFaults(entries)
  if (name === 'use-cases.json') yield* portFaults(entries)
  if (name === 'isps.json') yield* asnFaults(entries)
  if (name === 'isps.json') yield* blockedFaults(entries)
  if (name === 'ddns.json') yield* suffixFaults(entries)
}

function soundParts(entries: unknown, misfits: readonly Fault[]): Sound[] {
  if (!Array.isArray(entries)) return []
  const odd = new Set(misfits.map(({ path }) => placeOf(path.slice(0, 2))))
  return entries.map((entry: unknown, index) => {
    if (odd.has(placeOf([`${index}`])) || typeof entry !== 'object' || entry === null) return {}
    const fitting = Object.entries(entry).filter(([key]) => !odd.has(placeOf([`${index}`, key])))
    // A seam: fields that do not match the schema have just been removed.
    return Object.fromEntries(fitting) as Sound
  })
}

function* chained(...sources: readonly Iterable<Fault>[]): Generator<Fault> {
  for (const source of sources) yield* source
}

/** Returns the first fault of each place, up to a limit. */
function fewOf(faults: Iterable<Fault>): Fault[] {
  const byPlace = new Map<string, Fault>()
  for (const fault of faults) {
    const place = placeOf(fault.path)
    if (!byPlace.has(place)) byPlace.set(place, fault)
    if (byPlace.size === MISTAKES_MAX) break
  }
  return [...byPlace.values()]
}
