import { type TSchema, Type } from '@sinclair/typebox'
import { comparisons, type SoundEntry } from './checks.ts'
import { type Fault, MISTAKES_MAX, placeOf, schemaFaults, textFaults, unevenFaults } from './faults.ts'
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

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** Fields that may be left out, but whose default a schema cannot express: the date of the file. */
const ALSO_OPTIONAL = ['lastVerified']

/** Returns the JSON Schema of an operator's file, for editors: fields with a default may be left out. */
function jsonSchemaOf(name: FileName): object {
  const { schema, title, entry } = FILES[name]
  const { properties = {}, required = [], ...keywords } = plain(schema)
  const isNeeded = (key: string) => properties[key]?.default === undefined && !ALSO_OPTIONAL.includes(key)
  const items = { title: entry, ...keywords, required: required.filter(isNeeded), properties }
  return { $schema: DIALECT, title, description: `${name} of --catalog-dir.`, type: 'array', items }
}

const wordOf = (name: string) => name.replace('.json', '')

/** The names of the schemas: "services". */
export const SCHEMA_WORDS = FILE_NAMES.map(wordOf)
/** The names under which the schemas are asked for: also those from before, such as "use-cases". */
export const SCHEMA_NAMES = FILE_NAMES.flatMap(fileNamesOf).map(wordOf)

/** Returns the schema of every file, by its name. */
export function catalogueSchemas(): Record<string, object> {
  return Object.fromEntries(FILE_NAMES.map((file) => [file, jsonSchemaOf(file)]))
}

/** Returns the schema of one file, with or without its extension; throws if there is none of that name. */
export function catalogueSchema(name: string): object {
  const file = FILE_NAMES.find((known) => fileNamesOf(known).map(wordOf).includes(wordOf(name)))
  if (!file) throw new Error(`${JSON.stringify(name)} is not one of ${SCHEMA_WORDS.join(', ')}`)
  return jsonSchemaOf(file)
}

/** A schema as plain JSON. */
interface Plain {
  readonly [keyword: string]: unknown
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Plain[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: Plain
  readonly properties?: Readonly<Record<string, Plain>>
  readonly required?: readonly string[]
}

/** Returns a schema without our own keywords, and with unions in the form that editors explain best: `enum`, and "null" as one of the types. */
function plain(schema: object): Plain {
  const { expected, anyOf, properties, items, ...keywords }: Plain = JSON.parse(JSON.stringify(schema))
  if (anyOf) return { ...keywords, ...united(anyOf) }
  const fields = properties && Object.entries(properties).map(([key, inner]) => [key, plain(inner)])
  return { ...keywords, ...(items && { items: plain(items) }), ...(fields && { properties: Object.fromEntries(fields) }) }
}

function united(options: readonly Plain[]): Plain {
  const [first, second] = options
  if (options.length === 2 && first && second?.type === 'null') {
    const inner = plain(first)
    const type = [inner.type, 'null'].flat().filter((one) => one !== undefined)
    return { ...inner, ...(inner.enum ? { enum: [...inner.enum, null] } : {}), type }
  }
  if (options.every((option) => option.const === undefined)) return { anyOf: options.map(plain) }
  return { type: 'string', enum: options.map((option) => option.const) }
}
