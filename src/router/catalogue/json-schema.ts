import { FILE_NAMES, FILES, type FileName, fileNamesOf } from './entries.ts'

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
