import { FormatRegistry, type TSchema } from '@sinclair/typebox'
import { TypeCompiler, type ValueError } from '@sinclair/typebox/compiler'
import { ValueErrorType } from '@sinclair/typebox/errors'
import { shownName } from '../../contract/clean.ts'
import { type FieldError, type Localized, Refusal } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { parseAddress } from '../../policy/address.ts'
import { validateText } from './run.text.ts'

const MAX_ERRORS = 10

/**
 * Compiles a schema; one that cannot be compiled throws now, not on the first request. Returns what throws an `invalid-request` that names every
 * field at fault, unless a value matches.
 */
export function validatorOf(schema: TSchema): (value: unknown) => void {
  const errorsIn = checkerOf(schema)
  return (value) => {
    const errors = [...errorsIn(value)].map(({ error, field }): FieldError => ({ field, message: sentenceOf(error, field) }))
    const first = errors[0]
    if (!first) return
    const detail: Localized = (locale) => first.message(locale)
    throw new Refusal('invalid-request', detail, first.field ? { field: first.field, errors } : { errors })
  }
}

/** The position at which a value breaks its schema, and the rule, in the words of the schema library. */
export interface SchemaError {
  readonly field: string
  readonly rule: string
}

/** For our own output: finds where a value first breaks its schema. */
export function schemaErrorFinder(schema: TSchema): (value: unknown) => SchemaError | null {
  const errorsIn = checkerOf(schema)
  return (value) => {
    const [first] = errorsIn(value)
    return first ? { field: first.field, rule: first.error.message } : null
  }
}

function checkerOf(schema: TSchema) {
  checkFormats(schema)
  const check = TypeCompiler.Compile(schema)
  return (value: unknown) => {
    const found = new Map<string, { error: ValueError; field: string }>()
    if (check.Check(value)) return found.values()
    for (const whole of check.Errors(value)) {
      const error = telling(whole)
      if (!found.has(error.path)) found.set(error.path, { error, field: fieldName(error.path) })
      if (found.size === MAX_ERRORS) break
    }
    return found.values()
  }
}

/**
 * Returns the most telling error of a value that matches none of several schemas: either that it is none of these words, or the error of
 * the schema that it comes closest to. The closest schema is the one whose error is deepest; null is close to nothing but itself.
 */
function telling(error: ValueError): ValueError {
  if (error.type !== ValueErrorType.Union) return error
  const variants = error.errors.map((errors) => errors.First()).filter((first) => first !== undefined)
  const real = variants.filter(({ type }) => type !== ValueErrorType.Null).map(telling)
  const deepest = real.toSorted((a, b) => depth(b) - depth(a))[0]
  return deepest && (real.length === 1 || depth(deepest) > depth(error)) ? deepest : error
}

function depth({ path }: ValueError): number {
  return path.split('/').length
}

/** Writes a JSON pointer in the form in which people write fields: `/rules/0/port` is `rules.0.port` */
function fieldName(pointer: string): string {
  return shownName(pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** When the schemas of tools are compiled, which takes a millisecond or more for each. */
export type Compiles = 'at-once' | 'on-use'

/** Returns what compiles schemas, once. It throws an Error that names the file of a schema that cannot be used: if `at-once`, then now. */
export function compileFor<Check>(name: string, compiles: Compiles, compile: () => Check): () => Check {
  let made: { readonly check: Check } | null = null
  const checkOf = () => {
    try {
      made ??= { check: compile() }
      return made.check
    } catch (error) {
      throw new Error(`tools/${name}.ts has a schema that cannot be used: ${error instanceof Error ? error.message : error}`)
    }
  }
  if (compiles === 'at-once') checkOf()
  return checkOf
}

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const HOSTNAME = new RegExp(`^(?=.{1,253}$)${LABEL}(\\.${LABEL})*$`, 'i')
const DATE = /^\d{4}-\d{2}-\d{2}$/
/** RFC 3339, as everybody writes it. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** The formats of JSON Schema that a field may have; the validator's texts describe each under its name. */
const FORMATS = {
  date: isDate,
  'date-time': (text) => isDate(DATE_TIME.exec(text)?.[1] ?? ''),
  hostname: (text) => HOSTNAME.test(text),
  ipv4: (text) => parseAddress(text)?.version === 4,
  ipv6: (text) => parseAddress(text)?.version === 6,
  uri: (text) => URL.canParse(text),
} as const satisfies Record<string, (text: string) => boolean>
type Format = keyof typeof FORMATS

for (const [name, check] of Object.entries(FORMATS)) FormatRegistry.Set(name, check)

/** Tests whether a text is a day that exists in the calendar: the runtime reads 30 February as 2 March. */
function isDate(text: string): boolean {
  const time = DATE.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function isFormat(name: unknown): name is Format {
  return typeof name === 'string' && Object.hasOwn(FORMATS, name)
}

/** Throws if a schema has an unknown format: no value would ever match it. */
function checkFormats({ format, properties, patternProperties, items, anyOf, allOf }: TSchema): void {
  if (format !== undefined && !isFormat(format))
    throw new Error(`the format "${format}" is not known; known are ${Object.keys(FORMATS).join(', ')}`)
  const fields = [properties, patternProperties].flatMap((parts) => Object.values(parts ?? {}))
  const parts: TSchema[] = [fields, items ?? [], anyOf ?? [], allOf ?? []].flat()
  for (const part of parts) checkFormats(part)
}

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
  [ValueErrorType.ObjectMinProperties]: limitedBy('minProperties', 'too-few-fields'),
  [ValueErrorType.ObjectMaxProperties]: limitedBy('maxProperties', 'too-many-fields'),
  [ValueErrorType.Object]: typed('object'),
  [ValueErrorType.Array]: typed('array'),
  [ValueErrorType.Tuple]: typed('array'),
  [ValueErrorType.ArrayMinItems]: limitedBy('minItems', 'too-few-entries'),
  [ValueErrorType.ArrayMaxItems]: limitedBy('maxItems', 'too-many-entries'),
  [ValueErrorType.TupleLength]: limitedBy('maxItems', 'other-length'),
  [ValueErrorType.ArrayUniqueItems]: ({ field }) => say('repeated-entry', { field }),
  [ValueErrorType.String]: typed('string'),
  [ValueErrorType.StringMinLength]: limitedBy('minLength', 'too-short'),
  [ValueErrorType.StringMaxLength]: limitedBy('maxLength', 'too-long'),
  [ValueErrorType.StringPattern]: patterned,
  [ValueErrorType.StringFormat]: formatted,
  [ValueErrorType.Boolean]: ({ field, schema, value }) => unquoted(typed('boolean')({ field, schema, value }), value),
  [ValueErrorType.Literal]: ({ field, schema }) => say('not-this', { field, value: JSON.stringify(schema.const) }),
  [ValueErrorType.Null]: ({ field }) => say('not-this', { field, value: 'null' }),
}

/** The rules about numbers, each of which is told with all limits. */
const OF_NUMBERS = /^(?:Integer|Number)/

function sentenceOf({ type, schema, value, path }: ValueError, field: string): Localized {
  if (path === '') return say(type === ValueErrorType.Object ? 'not-an-object' : 'body-not-accepted', {})
  const words = wordsOf(schema)
  if (type === ValueErrorType.Union && words) return say('not-one-of', { field, words: words.join(', ') })
  const sentence = OF_NUMBERS.test(ValueErrorType[type]) ? numbered : SENTENCES[type]
  return sentence?.({ field, schema, value }) ?? say('not-accepted', { field })
}

type Key = keyof typeof validateText.en

function say<K extends Key>(key: K, slots: Parameters<typeof validateText.say<K>>[2]): Localized {
  return (locale) => validateText.say(locale, key, slots)
}

type LimitKey = 'too-short' | 'too-long' | 'other-length' | `too-${'few' | 'many'}-${'fields' | 'entries'}`

/** Returns the sentence about a limit of a schema; a lower limit of one is said as what must not be empty. */
function limitedBy(keyword: string, key: LimitKey): Sentence {
  return ({ field, schema: { [keyword]: limit } }) =>
    limit === 1 && keyword.startsWith('min') ? say('empty', { field }) : say(key, { field, limit })
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

function wordsOf(schema: TSchema): string[] | null {
  const options: TSchema[] = schema.anyOf ?? []
  const words = options.map((option) => option.const).filter((word) => word !== undefined)
  return words.length > 0 && words.length === options.length ? words.map(String) : null
}
