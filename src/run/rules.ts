import type { TSchema } from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import type { Localized } from '../contract/problem.ts'
import type { Locale } from '../contract/text.ts'
import { isFormat } from './formats.ts'
import { validateText } from './validate.text.ts'

interface Broken {
  readonly field: string
  readonly schema: TSchema
  readonly value: unknown
}
type Sentence = (broken: Broken) => Localized

/** The sentence for each rule that a value can break. A rule without one of its own gets one that is true of any rule. */
const SENTENCES: Partial<Record<ValueErrorType, Sentence>> = {
  [ValueErrorType.ObjectRequiredProperty]: ({ field }) => say('missing-field', { field }),
  [ValueErrorType.ObjectAdditionalProperties]: unknown,
  [ValueErrorType.IntersectUnevaluatedProperties]: ({ field }) => say('unknown-field', { field }),
  [ValueErrorType.ObjectMinProperties]: ({ field, schema }) =>
    schema.minProperties === 1 ? say('empty', { field }) : say('too-few-fields', { field, minimum: schema.minProperties }),
  [ValueErrorType.ObjectMaxProperties]: ({ field, schema }) => say('too-many-fields', { field, maximum: schema.maxProperties }),
  [ValueErrorType.Object]: typed('object'),
  [ValueErrorType.Array]: typed('array'),
  [ValueErrorType.Tuple]: typed('array'),
  [ValueErrorType.ArrayMinItems]: ({ field, schema }) =>
    schema.minItems === 1 ? say('empty', { field }) : say('too-few-entries', { field, minimum: schema.minItems }),
  [ValueErrorType.ArrayMaxItems]: ({ field, schema }) => say('too-many-entries', { field, maximum: schema.maxItems }),
  [ValueErrorType.TupleLength]: ({ field, schema }) => say('other-length', { field, length: schema.maxItems }),
  [ValueErrorType.ArrayUniqueItems]: ({ field }) => say('repeated-entry', { field }),
  [ValueErrorType.String]: typed('string'),
  [ValueErrorType.StringMinLength]: ({ field, schema }) =>
    schema.minLength === 1 ? say('empty', { field }) : say('too-short', { field, minimum: schema.minLength }),
  [ValueErrorType.StringMaxLength]: ({ field, schema }) => say('too-long', { field, maximum: schema.maxLength }),
  [ValueErrorType.StringPattern]: patterned,
  [ValueErrorType.StringFormat]: formatted,
  [ValueErrorType.Boolean]: ({ field, schema, value }) => unquoted(typed('boolean')({ field, schema, value }), value),
  [ValueErrorType.Literal]: ({ field, schema }) => say('not-this', { field, value: JSON.stringify(schema.const) }),
  [ValueErrorType.Null]: ({ field }) => say('not-this', { field, value: 'null' }),
  [ValueErrorType.Integer]: numbered,
  [ValueErrorType.IntegerMinimum]: numbered,
  [ValueErrorType.IntegerMaximum]: numbered,
  [ValueErrorType.IntegerExclusiveMinimum]: numbered,
  [ValueErrorType.IntegerExclusiveMaximum]: numbered,
  [ValueErrorType.IntegerMultipleOf]: numbered,
  [ValueErrorType.Number]: numbered,
  [ValueErrorType.NumberMinimum]: numbered,
  [ValueErrorType.NumberMaximum]: numbered,
  [ValueErrorType.NumberExclusiveMinimum]: numbered,
  [ValueErrorType.NumberExclusiveMaximum]: numbered,
  [ValueErrorType.NumberMultipleOf]: numbered,
}

/** Returns a sentence that says what to change, in the caller's language. */
export function sentenceOf({ type, schema, value, path }: ValueError, field: string): Localized {
  if (path === '') return say(type === ValueErrorType.Object ? 'not-an-object' : 'body-not-accepted', {})
  const words = wordsOf(schema)
  if (type === ValueErrorType.Union && words) return say('not-one-of', { field, words: words.join(', ') })
  return SENTENCES[type]?.({ field, schema, value }) ?? say('not-accepted', { field })
}

type Key = keyof typeof validateText.en

function say<K extends Key>(key: K, slots: Parameters<typeof validateText.say<K>>[2]): Localized {
  return (locale) => validateText.say(locale, key, slots)
}

function typed(type: 'string' | 'boolean' | 'array' | 'object'): Sentence {
  return ({ field }) =>
    (locale) =>
      validateText.say(locale, 'wrong-type', { field, type: validateText.say(locale, type, {}) })
}

function unknown({ field, schema }: Broken): Localized {
  const known = Object.keys(schema.properties ?? {})
  return known.length === 0 ? say('unknown-field', { field }) : say('other-fields', { field, known: known.join(', ') })
}

function patterned({ field, schema }: Broken): Localized {
  const example: unknown = schema.examples?.[0]
  if (typeof example === 'string') return say('not-like', { field, example })
  return say('not-in-pattern', { field, pattern: schema.pattern })
}

function formatted({ field, schema }: Broken): Localized {
  const { format } = schema
  if (!isFormat(format)) return say('not-accepted', { field })
  return (locale) => validateText.say(locale, 'wrong-value', { field, what: validateText.say(locale, format, {}) })
}

/** Describes a number with all its limits, whichever of them was broken. */
function numbered({ field, schema, value }: Broken): Localized {
  const sentence: Localized = (locale) => validateText.say(locale, 'wrong-value', { field, what: numberWords(schema, locale) })
  return unquoted(sentence, value)
}

const LIMITS = [
  ['minimum', 'at-least'],
  ['exclusiveMinimum', 'above'],
  ['maximum', 'at-most'],
  ['exclusiveMaximum', 'below'],
  ['multipleOf', 'multiple-of'],
] as const

function numberWords(schema: TSchema, locale: Locale): string {
  const { minimum, maximum } = schema
  const isRange = minimum !== undefined && maximum !== undefined
  const noun = validateText.say(locale, schema.type === 'integer' ? 'integer' : 'number', {})
  const start = isRange ? validateText.say(locale, 'from-to', { what: noun, minimum, maximum }) : noun
  return LIMITS.reduce((what, [keyword, key]) => {
    const limit = schema[keyword]
    if (limit === undefined || (isRange && (keyword === 'minimum' || keyword === 'maximum'))) return what
    return validateText.say(locale, key, { what, limit })
  }, start)
}

/** Adds a remark for a value that is correct except for its quotes, which looks correct to the person who wrote it. */
function unquoted(sentence: Localized, value: unknown): Localized {
  if (typeof value !== 'string' || !/^(-?\d+(\.\d+)?|true|false)$/.test(value)) return sentence
  return (locale) => validateText.say(locale, 'quoted', { sentence: sentence(locale) })
}

/** Returns the words of a `oneOf`; null for any other schema. */
function wordsOf(schema: TSchema): string[] | null {
  const options: TSchema[] = schema.anyOf ?? []
  const words = options.map((option) => option.const).filter((word) => word !== undefined)
  return words.length > 0 && words.length === options.length ? words.map(String) : null
}
