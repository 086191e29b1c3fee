import { FILES, type FileName, WRITTEN } from './entries.ts'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
const TITLES = {
  'brands.json': { list: 'Router brands and boxes of providers', entry: 'Router brand' },
  'use-cases.json': { list: 'Services to reach from outside', entry: 'Service' },
  'isps.json': { list: 'Internet providers', entry: 'Provider' },
  'platforms.json': { list: 'Platforms to log in from', entry: 'Platform' },
  'ddns.json': { list: 'Dynamic DNS services', entry: 'Dynamic DNS service' },
} as const

/** Fields that may be left out, but whose default a schema cannot express: the date of the file. */
const ALSO_OPTIONAL = ['lastVerified']

/** Returns the JSON Schema of an operator's file, for editors: fields with a default may be left out. */
function jsonSchemaOf(name: FileName): object {
  const { properties = {}, required = [], ...entry } = plain(FILES[name])
  const isNeeded = (key: string) => properties[key]?.default === undefined && !ALSO_OPTIONAL.includes(key)
  const { list, entry: title } = TITLES[name]
  const items = { title, ...entry, required: required.filter(isNeeded), properties }
  return { $schema: DIALECT, title: list, description: `${WRITTEN[name][0]} of --catalog-dir.`, type: 'array', items }
}

// A seam: Object.keys forgets the type of the keys.
const FILE_NAMES = Object.keys(FILES) as readonly FileName[]

const wordsOf = (file: FileName) => WRITTEN[file].map((name) => name.replace('.json', ''))

/** The names of the schemas in the words of the catalogue: "services". */
export const SCHEMA_WORDS = FILE_NAMES.map((file) => WRITTEN[file][0].replace('.json', ''))
/** The names under which the schemas are asked for: also those of the built-in files, such as "use-cases". */
export const SCHEMA_NAMES = FILE_NAMES.flatMap(wordsOf)

/** Returns the schema of every file, by its name. */
export function catalogueSchemas(): Record<string, object> {
  return Object.fromEntries(FILE_NAMES.map((file) => [file, jsonSchemaOf(file)]))
}

/** Returns the schema of one file, with or without its extension; throws if there is none of that name. */
export function catalogueSchema(name: string): object {
  const file = FILE_NAMES.find((known) => wordsOf(known).includes(name.replace('.json', '')))
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
  readonly properties?: Readonly<Record<string, Plain>>
  readonly required?: readonly string[]
}

/** Returns a schema without our own keywords, and with unions in the form that editors explain best: `enum`, and "null" as one of the types. */
function plain(schema: object): Plain {
  const { expected, anyOf, properties, items, ...keywords }: Plain = JSON.parse(JSON.stringify(schema))
  if (anyOf) return { ...keywords, ...united(anyOf) }
  return {
    ...keywords,
    ...(isSchema(items) ? { items: plain(items) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([key, inner]) => [key, plain(inner)])) }
      : {}),
  }
}

function isSchema(value: unknown): value is object {
  return typeof value === 'object' && value !== null
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
