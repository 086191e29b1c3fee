import type { Catalogue, FieldSchema } from './lists.ts'

/** Kind of control for a field. */
export type Entering = 'choice' | 'choices' | 'listed' | 'number' | 'switch' | 'rows' | 'text' | 'json'

/** Fields whose values are listed in the catalogue, whatever tool they belong to. */
const LISTS: Readonly<Record<string, keyof Catalogue>> = {
  useCase: 'useCases',
  routerBrand: 'routerBrands',
  isp: 'isps',
  platform: 'platforms',
}

export function listOf(name: string): keyof Catalogue | null {
  return LISTS[name] ?? null
}

export function enteringOf(name: string, schema: FieldSchema): Entering {
  if (schema.type === 'boolean') return 'switch'
  if (choicesOf(name, schema).length > 0) return 'choice'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'array' && schema.items?.properties) return 'rows'
  if (schema.type === 'array' && schema.items && choicesOf('', schema.items).length > 0) return 'choices'
  if (schema.type !== 'string') return 'json'
  return listOf(name) ? 'listed' : 'text'
}

/** Returns the words that a field takes; for record types, those that it names. */
export function choicesOf(name: string, { type, anyOf = [], const: only, examples = [] }: FieldSchema): readonly string[] {
  if (type === 'boolean') return ['true', 'false']
  if (name === 'recordType') return examples.map(String)
  const words = only === undefined ? anyOf.map((one) => one.const) : [only]
  return words.every((word) => typeof word === 'string') ? words : []
}

/** Fields that nobody types: the page fills one in, and for the other a browser would have to listen. */
const NOT_TYPED = ['alsoMe', 'proof']

/** Returns the fields that a form has. */
export function fieldsOf({ properties = {} }: FieldSchema): [string, FieldSchema][] {
  return Object.entries(properties).filter(([name]) => !NOT_TYPED.includes(name))
}

/** Entered values: text for each field, rows of texts for a list of objects, words for a list of words. */
export type Values = Readonly<Record<string, unknown>>

/** Returns the body of a request from the entered values. Empty ones are not sent; text that is not a number is sent unchanged, and refused. */
export function bodyFrom(schema: FieldSchema, values: Values): Record<string, unknown> {
  const entries = fieldsOf(schema).map(([name, field]) => [name, valueFrom(name, field, values[name])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function valueFrom(name: string, schema: FieldSchema, value: unknown): unknown {
  const entering = enteringOf(name, schema)
  // A list that has a default is not left out when all is unchecked: the server would take the default.
  if (Array.isArray(value) && entering === 'choices') return value.length > 0 || schema.default !== undefined ? value : undefined
  if (Array.isArray(value) && schema.items) {
    const { items } = schema
    const rows = value.map((row) => bodyFrom(items, row)).filter((row) => Object.keys(row).length > 0)
    return rows.length === 0 ? undefined : rows
  }
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '').trim()
  if (text === '') return undefined
  if (entering === 'number') return Number.isNaN(Number(text)) ? text : Number(text)
  if (entering === 'switch') return text === 'true'
  return entering === 'json' || entering === 'rows' || entering === 'choices' ? parsed(text) : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns the first values of a form: those of a link, otherwise those sent last, otherwise the defaults. */
export function firstValues(schema: FieldSchema, linked: URLSearchParams, last: Values): Values {
  const given =
    [...linked.keys()].length > 0 ? Object.fromEntries([...linked].map(([name, text]) => [name, linkedValue(text)])) : last
  const names = fieldsOf(schema)
  return Object.fromEntries(names.map(([name, field]) => [name, given[name] ?? field.default ?? '']))
}

function linkedValue(text: string): unknown {
  return text.startsWith('[') || text.startsWith('{') ? parsed(text) : text
}
