import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { ENVELOPE_FIELDS } from './good.ts'

/**
 * Returns a schema for a value, or null if it is not known.
 * @example
 * result: t.Object({ city: orNull(t.String()) })
 */
export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

const FOREIGN = Symbol('foreign')
const NAME: unique symbol = Symbol('name')

/**
 * Returns a field whose value was written by the host that is checked, or by another on the way to it: answers to agents name such fields.
 * @example
 * result: t.Object({ banner: foreign(t.String()) })
 */
export function foreign<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [FOREIGN]: true }
}

/** Returns the options of an object that clients know by a name, wherever it is in an answer. */
export function called(name: string): object {
  return { [NAME]: name }
}

export function nameOf(schema: object): string | undefined {
  return NAME in schema && typeof schema[NAME] === 'string' ? schema[NAME] : undefined
}

/** Returns the paths of those fields, outermost first, a list written as `values[]`. */
export function foreignFieldsIn(schema: TSchema, path = ''): string[] {
  if (FOREIGN in schema) return [path]
  const { properties = {}, items } = schema
  const options: readonly TSchema[] = schema.anyOf ?? []
  const fields = Object.entries<TSchema>(properties).flatMap(([name, field]) =>
    foreignFieldsIn(field, path === '' ? name : `${path}.${name}`),
  )
  const inUnion = options.flatMap((option) => foreignFieldsIn(option, path))
  return [...fields, ...inUnion, ...(isSchema(items) ? foreignFieldsIn(items, `${path}[]`) : [])]
}

export const PORT_MAX = 65_535

/**
 * The number of a port. A body adds an example of its own, or a default.
 * @example
 * body: t.Object({ port: { ...PORT, examples: [443] }, adminPort: usually(PORT, 8443) })
 */
export const PORT = Type.Integer({ minimum: 1, maximum: PORT_MAX })

/** The first fields of every answer, which the run fills in. */
const ENVELOPE = {
  tool: Type.String(),
  checkedAt: Type.String(),
  elapsedMs: Type.Number({ minimum: 0 }),
  headline: Type.String({ description: 'the finding in one sentence' }),
  good: {
    ...orNull(Type.Boolean()),
    description: 'true: nothing has to be done; false: something has to be changed; null: nothing could be said',
  },
  understood: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), value: Type.Union([Type.String(), Type.Number()]) }, called('Understood')), {
      description: 'what was read from what was pasted, and into which field',
    }),
  ),
} satisfies Record<(typeof ENVELOPE_FIELDS)[number], TSchema>

/** Returns the schema of an answer: those fields, then the result. Its headline may quote foreign fields. */
export function answerSchema<Result extends TProperties>(result: TObject<Result>): TSchema {
  const headline = foreignFieldsIn(result).length > 0 ? foreign(ENVELOPE.headline) : ENVELOPE.headline
  const { properties, additionalProperties } = result
  return Type.Object({ ...ENVELOPE, headline, ...properties }, additionalProperties === undefined ? {} : { additionalProperties })
}

/** Returns the field next to a list that counts the items left out. */
export function omitted(what: string) {
  return Type.Integer({ minimum: 0, description: `how many more ${what} there were than are shown` })
}

/**
 * Returns an optional field with a default.
 * @example
 * body: t.Object({ count: usually(t.Integer({ minimum: 1, maximum: 10 }), 4) })
 */
export function usually<Schema extends TSchema>(schema: Schema, value: Static<Schema>) {
  return Type.Optional({ ...schema, default: value })
}

/** The codes with which a tool may refuse a value that fits its schema; policies refuse everything else. */
export type RefusalCode = 'invalid-target' | 'unknown-value'

const REFUSES: unique symbol = Symbol('refuses')

/** A schema whose values a tool may refuse. */
export interface Refusing<Code extends RefusalCode> {
  readonly [REFUSES]: readonly Code[]
}

/**
 * Returns a field whose value the tool may refuse with one of these codes although it fits the schema; a schema itself refuses with `invalid-request`.
 * @example
 * body: t.Object({ cidr: refusing(t.String({ examples: ['192.0.2.0/24'] }), 'invalid-target') })
 */
export function refusing<Schema extends TSchema, const Code extends RefusalCode>(
  schema: Schema,
  ...codes: readonly [Code, ...Code[]]
): Schema & Refusing<Code> {
  // A symbol: what describes the schema to others does not show it.
  return { ...schema, [REFUSES]: codes }
}

/** Returns the fields of a body that may be refused, each with every code. */
export function refusalsIn(body: TObject): { readonly field: string; readonly code: RefusalCode }[] {
  return Object.entries(body.properties).flatMap(([field, schema]) =>
    isRefusing(schema) ? schema[REFUSES].map((code) => ({ field, code })) : [],
  )
}

function isRefusing(schema: TSchema): schema is TSchema & Refusing<RefusalCode> {
  return REFUSES in schema
}

/**
 * Returns one of these words.
 * @example
 * body: t.Object({ method: oneOf('GET', 'HEAD') })
 */
export function oneOf<const Words extends readonly [string, ...string[]]>(...words: Words) {
  // A seam: the array has the words of the tuple, which `map` forgets.
  return Type.Union(words.map((word) => Type.Literal(word as Words[number])))
}

const SERVICE = Symbol('service')

/**
 * Returns a text that names a service: a port, an address or a URL that is pasted there is read into the fields for it.
 * @example
 * body: t.Object({ useCase: pastedService(t.String()), port: t.Optional(PORT) })
 */
export function pastedService<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [SERVICE]: true }
}

export function isService(schema: TSchema): boolean {
  return SERVICE in schema
}

const KNOWN_WORDS = Symbol('known words')

/**
 * Returns a text that is one of these words in any case; the tool refuses others in its own words. Agents get the list as a choice.
 * @example
 * body: t.Object({ unit: refusing(knownWords(t.String(), ['KB', 'MB']), 'unknown-value') })
 */
export function knownWords<Schema extends TSchema>(schema: Schema, words: readonly string[]): Schema {
  // A symbol: to others, any text fits.
  return { ...schema, [KNOWN_WORDS]: words }
}

/** Returns the words of such a text; null for any other schema. */
export function knownWordsOf(schema: TSchema & { readonly [KNOWN_WORDS]?: readonly string[] }): readonly string[] | null {
  return schema[KNOWN_WORDS] ?? null
}

/** Returns the same schema without undeclared fields, at any depth. The parts of an intersection stay open to each other's fields; the whole is closed. */
export function closed<Schema extends TSchema>(schema: Schema): Schema {
  const { properties, items, anyOf, allOf, patternProperties, additionalProperties } = schema
  return {
    ...schema,
    ...(isSchema(items) && { items: closed(items) }),
    ...(Array.isArray(items) && { items: items.map(closed) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
    ...(allOf && { unevaluatedProperties: schema.unevaluatedProperties ?? false }),
    ...(patternProperties && { patternProperties: closedEach(patternProperties) }),
    ...(isSchema(additionalProperties) && { additionalProperties: closed(additionalProperties) }),
    ...(properties && { properties: closedEach(properties), additionalProperties: additionalProperties ?? false }),
  }
}

function closedEach(schemas: Record<string, TSchema>): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]))
}

function isSchema(part: unknown): part is TSchema {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
