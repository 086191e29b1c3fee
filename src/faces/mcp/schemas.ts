import type { TObject, TSchema } from '@sinclair/typebox'
import { knownWordsOf } from '../../contract/schema.ts'

/** A schema as the protocol sends it. */
export interface PlainSchema extends Record<string, unknown> {
  readonly type: 'object'
}

/** Fields of every answer that say nothing about what was found: they are sent, and not described. */
const ALONGSIDE = ['tool', 'checkedAt', 'elapsedMs', 'understood']

/** The most words of a field of an answer that are listed: longer lists are reasons, which the texts explain. */
const WORDS_MAX = 10

/**
 * Returns the schema of arguments. An agent reads every schema before it asks anything, so a choice of words is one list; the label of a
 * field, which is for forms, stands in only where there is no sentence; and what only a machine reads (the length and the pattern of a text,
 * an example of a number) is left out: the server checks it.
 */
export function argumentsSchema(body: TObject): PlainSchema {
  return { ...reduced(body), type: 'object' }
}

function reduced(schema: TSchema): Record<string, unknown> {
  const { title, description = title, properties, items, examples, maxLength: _length, pattern, ...rest } = schema
  const words = wordsIn(schema) ?? knownWordsOf(schema)
  const isTelling = !words && pattern === undefined && schema.type !== 'integer'
  const { anyOf: _, ...others } = rest
  return {
    ...(words ? { ...others, type: 'string', enum: words } : rest),
    ...(description !== undefined && { description }),
    ...(examples !== undefined && isTelling && { examples }),
    ...(items && { items: reduced(items) }),
    ...(properties && { properties: mapped(properties, reduced) }),
  }
}

/** Returns the schema of a tool's answer: of the whole, or of its main fields. */
export function schemaOf(answer: TObject, isWhole: boolean, details: readonly string[] = []): PlainSchema {
  return isWhole ? { ...whole(answer), type: 'object' } : answerSchema(answer, details)
}

/**
 * Returns the schema of what most readers need of an answer, one level deep: every answer fits it, since it closes nothing and requires
 * nothing. `details` are fields that it leaves out.
 */
function answerSchema({ properties }: TObject, details: readonly string[]): PlainSchema {
  const out = new Set([...ALONGSIDE, ...details])
  const main = Object.entries(properties).filter(([name]) => !out.has(name))
  return { type: 'object', properties: mapped(Object.fromEntries(main), shallow) }
}

/** Returns the fields of an answer that only repeat an argument: the caller has sent it, or left it to the tool. */
export function echoesIn(answer: TObject, body: TObject | null): string[] {
  return Object.entries(body?.properties ?? {}).flatMap(([name, asked]) => {
    const field = answer.properties[name]
    const type = valueTypeOf(asked)
    return field && type !== null && type === valueTypeOf(field) ? [name] : []
  })
}

/** Returns the type of a text or a number, whether or not it may be null; null for anything else. */
function valueTypeOf({ type, anyOf }: TSchema): string | null {
  const options: readonly TSchema[] = anyOf ?? [{ type }]
  const types = new Set(options.map((option) => option.type).filter((one) => one !== 'null'))
  const [only] = types
  return types.size === 1 && ['string', 'integer', 'number'].includes(only) ? only : null
}

/** Returns a schema at every depth, as clients make types of it. */
function whole(schema: TSchema): Record<string, unknown> {
  const { properties, items, anyOf, ...rest } = schema
  const words = wordsIn(schema)
  if (words) return { ...rest, type: 'string', enum: words }
  return {
    ...rest,
    ...(anyOf && { anyOf: anyOf.map(whole) }),
    ...(items && { items: whole(items) }),
    ...(properties && { properties: mapped(properties, whole) }),
  }
}

function shallow({ type, anyOf, const: only, items }: TSchema): Record<string, unknown> {
  if (anyOf) return united(anyOf.map(shallow))
  if (only !== undefined) return { enum: [only] }
  return items?.type && items.type !== 'object' ? { type, items: { type: items.type } } : { type }
}

/** Returns one schema for all of these: one list of words, otherwise one list of types. */
function united(options: readonly Record<string, unknown>[]): Record<string, unknown> {
  const isNull = ({ type }: Record<string, unknown>) => type === 'null'
  const others = options.filter((option) => !isNull(option))
  const nothing = options.some(isNull)
  if (others.length > 0 && others.every((option) => Array.isArray(option.enum))) {
    const words = [...others.flatMap((option) => option.enum), ...(nothing ? [null] : [])]
    return words.length > WORDS_MAX ? {} : { enum: words }
  }
  const types = [...new Set(options.flatMap(({ type }) => type))]
  const [only, another] = others
  return types.includes(undefined) ? {} : { ...(another ? {} : only), type: types }
}

function wordsIn({ anyOf }: TSchema): readonly string[] | null {
  const words: unknown[] = anyOf?.map((option: TSchema) => option.const) ?? []
  return words.length > 0 && words.every((word) => typeof word === 'string') ? words : null
}

function mapped(schemas: Record<string, TSchema>, map: (schema: TSchema) => object): Record<string, object> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, map(schema)]))
}
