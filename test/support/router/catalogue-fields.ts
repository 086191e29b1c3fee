import { OptionalKind, type TSchema } from '@sinclair/typebox'
import { defaultsOf, FILES, type FileName } from '../../../src/router/catalogue/files.ts'
import { SOURCED } from '../../../src/router/catalogue/shapes.ts'

const HEAD = ['| field | shape | if left out | meaning |', '| --- | --- | --- | --- |']

/** Returns the table of data/README.md for a file of the catalogue: every field of an entry but those that all have. */
export function fieldTable(name: FileName): string {
  const fields: [string, TSchema][] = Object.entries(FILES[name].schema.properties)
  return [...HEAD, ...fields.filter(([field]) => !(field in SOURCED)).map(([field, schema]) => rowOf(name, field, schema))].join(
    '\n',
  )
}

/** Returns the table of the fields that all entries have. */
export function sharedTable(): string {
  return [...HEAD, ...Object.entries(SOURCED).map(([field, schema]) => rowOf('brands.json', field, schema))].join('\n')
}

function rowOf(name: FileName, field: string, schema: TSchema): string {
  const defaults = defaultsOf(name)
  const fallback = field in defaults ? `\`${JSON.stringify(defaults[field])}\`` : FALLBACKS[field]
  const without = OptionalKind in schema ? 'nothing' : 'required'
  return `| \`${field}\` | ${shapeOf(schema)} | ${fallback ?? without} | ${schema.description} |`
}

const FALLBACKS: Record<string, string> = { lastVerified: 'the date of the file', forwards: '`true`' }

/** Shapes that occur in many places, by the names that the text above the tables gives them. */
const NAMED: Record<string, string> = {
  'en: text, ko: text': '*both*',
  'en: [text], ko: [text]': '*lines*',
  'screen, en: text, ko: text': '*label*',
  'screen, en: [text], ko: [text]': '*menu*',
}

function shapeOf(schema: TSchema): string {
  if (Array.isArray(schema.anyOf)) return unionOf(schema.anyOf)
  if (schema.type === 'array') return `list (${shapeOf(schema.items)})`
  if (schema.type === 'boolean') return '`true`, `false`'
  if (schema.type === 'integer')
    return schema.maximum === undefined ? `${schema.minimum} or more` : `${schema.minimum} to ${schema.maximum}`
  if (schema.type !== 'object') return schema.expected.en.replace(/^an? /, '')
  const fields: [string, TSchema][] = Object.entries(schema.properties)
  const known = NAMED[fields.map(([key, inner]) => (key === 'screen' ? key : `${key}: ${briefly(inner)}`)).join(', ')]
  return known ?? `object of ${fields.map(([key, inner]) => `\`${key}\` (${shapeOf(inner)})`).join(', ')}`
}

const briefly = ({ items, expected }: TSchema): string => (items ? `[${items.expected?.en}]` : expected?.en)

function unionOf(options: TSchema[]): string {
  const [first, second] = options
  if (first && second?.type === 'null') return `${shapeOf(first)}, or \`null\``
  if (options.every((option) => option.const === undefined)) return options.map(shapeOf).join(', or ')
  return options.map((option) => `\`${option.const}\``).join(', ')
}
