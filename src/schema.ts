import { type TSchema, Type } from '@sinclair/typebox'

/** This, or null where nobody knows. */
export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** One of these words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(...words: Words) {
  // A seam: the array has the words of the tuple, which `map` forgets.
  return Type.Union(words.map((word) => Type.Literal(word as Words[number])))
}
