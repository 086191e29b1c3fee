import { type TSchema, Type } from '@sinclair/typebox'
import { blockedFaults, gatewayFaults, idFaults, portFaults, spellingFaults } from './checks.ts'
import { type Fault, placeOf, schemaFaults, textFaults, unevenFaults } from './faults.ts'
import { MISTAKES_MAX } from './mistakes.ts'
import { BRAND, type Brand, ISP, type Isp, PLATFORM, USE_CASE, type UseCase } from './schema.ts'

/** The files of a catalogue folder, and the shape of an entry of each. */
export const FILES = { 'brands.json': BRAND, 'use-cases.json': USE_CASE, 'isps.json': ISP, 'platforms.json': PLATFORM } as const
export type FileName = keyof typeof FILES

/** Of an entry what fits its schema, as far as it is compared with others. */
export type Sound = Partial<
  Pick<Brand, 'id' | 'name' | 'kind' | 'aliases' | 'gateways'> & Pick<UseCase, 'ports'> & Pick<Isp, 'equipment' | 'blocked'>
>

export interface Judged {
  /** An entry for each, in their order; where there is no fault all of it. */
  readonly sound: readonly Sound[]
  /** At most one a place, and not many more than anybody reads. */
  readonly faults: readonly Fault[]
}

/** Holds the entries of a file against their schema and against what a schema cannot say, and tells everything that is wrong. */
export function judgeEntries(name: FileName, entries: unknown): Judged {
  const schema: TSchema = Type.Array(FILES[name])
  const misfits = fewOf(schemaFaults(schema, entries))
  const sound = soundParts(entries, misfits)
  // Where a text has an odd character the schema says only that it is no text.
  const faults = fewOf(chained(textFaults(entries), misfits, unevenFaults(entries), comparisons(name, sound)))
  return { sound, faults }
}

/** What an operator may leave out, and what then holds. */
export function defaultsOf(name: FileName): Record<string, unknown> {
  const fields: [string, TSchema][] = Object.entries(FILES[name].properties)
  return Object.fromEntries(fields.filter(([, schema]) => 'default' in schema).map(([key, schema]) => [key, schema.default]))
}

function* comparisons(name: FileName, entries: readonly Sound[]): Generator<Fault> {
  yield* idFaults(entries)
  yield* spellingFaults(entries)
  if (name === 'brands.json' || name === 'isps.json') yield* gatewayFaults(entries)
  if (name === 'use-cases.json') yield* portFaults(entries)
  if (name === 'isps.json') yield* blockedFaults(entries)
}

function soundParts(entries: unknown, misfits: readonly Fault[]): Sound[] {
  if (!Array.isArray(entries)) return []
  const odd = new Set(misfits.map(({ path }) => placeOf(path.slice(0, 2))))
  return entries.map((entry: unknown, index) => {
    if (odd.has(placeOf([`${index}`])) || typeof entry !== 'object' || entry === null) return {}
    const fitting = Object.entries(entry).filter(([key]) => !odd.has(placeOf([`${index}`, key])))
    // A seam: what does not fit the schema of these fields has just been left out.
    return Object.fromEntries(fitting) as Sound
  })
}

function* chained(...sources: readonly Iterable<Fault>[]): Generator<Fault> {
  for (const source of sources) yield* source
}

/** The first of each place, and no more than a limit. */
function fewOf(faults: Iterable<Fault>): Fault[] {
  const byPlace = new Map<string, Fault>()
  for (const fault of faults) {
    const place = placeOf(fault.path)
    if (!byPlace.has(place)) byPlace.set(place, fault)
    if (byPlace.size === MISTAKES_MAX) break
  }
  return [...byPlace.values()]
}
