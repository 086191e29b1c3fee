import { type Static, type TSchema, Type } from '@sinclair/typebox'

/**
 * This, or null if it is not known.
 * @example
 * result: t.Object({ city: orNull(t.String()) })
 */
export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

const FOREIGN = Symbol('foreign')

/**
 * A field whose value was written by the host that is checked, or by another on the way to it: answers to agents name such fields.
 * @example
 * result: t.Object({ banner: foreign(t.String()) })
 */
export function foreign<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [FOREIGN]: true }
}

/** The paths of those fields, outermost first, a list written as `values[]`. */
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

/** The field next to a list that counts the items left out. */
export function omitted(what: string) {
  return Type.Integer({ minimum: 0, description: `how many more ${what} there were than are shown` })
}

/**
 * An optional field with a default.
 * @example
 * body: t.Object({ count: usually(t.Integer({ minimum: 1, maximum: 10 }), 4) })
 */
export function usually<Schema extends TSchema>(schema: Schema, value: Static<Schema>) {
  return Type.Optional({ ...schema, default: value })
}

/**
 * One of these words.
 * @example
 * body: t.Object({ method: oneOf('GET', 'HEAD') })
 */
export function oneOf<const Words extends readonly [string, ...string[]]>(...words: Words) {
  // A seam: the array has the words of the tuple, which `map` forgets.
  return Type.Union(words.map((word) => Type.Literal(word as Words[number])))
}

/**
 * The same schema without undeclared fields, at any depth, unless an object in it says otherwise. A record declares no fields.
 * The parts of an intersection stay open to each other's fields; the whole is closed.
 */
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
