import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler, type ValueError } from '@sinclair/typebox/compiler'
import { ValueErrorType } from '@sinclair/typebox/errors'
import { type FieldError, type Localized, Refusal } from '../problem.ts'
import type { Locale } from '../text.ts'
import { validateText } from './validate.text.ts'

const MAX_ERRORS = 10

/** Throws an `invalid-request` that names every field at fault, unless the value fits. */
export type Validator = (value: unknown) => void

/** Compiles a schema; a schema that cannot be compiled throws now, not on the first request. */
export function validatorOf(schema: TSchema): Validator {
  const check = TypeCompiler.Compile(schema)
  return (value) => {
    if (check.Check(value)) return
    const errors = firstErrorPerField(check.Errors(value))
    const first = errors[0]
    const detail = (locale: Locale) => first?.message(locale) ?? ''
    throw new Refusal('invalid-request', detail, first?.field ? { field: first.field, errors } : { errors })
  }
}

function firstErrorPerField(found: Iterable<ValueError>): FieldError[] {
  const errors = new Map<string, FieldError>()
  for (const error of found) {
    const field = fieldName(error.path)
    if (!errors.has(error.path)) errors.set(error.path, { field, message: messageOf(error, field) })
    if (errors.size === MAX_ERRORS) break
  }
  return [...errors.values()]
}

/** A JSON pointer as people write fields: `/rules/0/port` is `rules.0.port`. */
function fieldName(pointer: string): string {
  return pointer.slice(1).split('/').join('.').replaceAll('~1', '/').replaceAll('~0', '~')
}

function messageOf(error: ValueError, field: string): Localized {
  const { schema, type } = error
  const words = wordsOf(schema)
  return (locale) => {
    if (error.path === '') return validateText.say(locale, 'not-an-object', {})
    if (type === ValueErrorType.ObjectAdditionalProperties) return validateText.say(locale, 'unknown-field', { field })
    if (type === ValueErrorType.ObjectRequiredProperty) return validateText.say(locale, 'missing-field', { field })
    if (words) return validateText.say(locale, 'not-one-of', { field, words: words.join(', ') })
    if (schema.minimum !== undefined && schema.maximum !== undefined) {
      return validateText.say(locale, 'not-in-range', { field, minimum: schema.minimum, maximum: schema.maximum })
    }
    if (type === ValueErrorType.StringMaxLength) {
      return validateText.say(locale, 'too-long', { field, maximum: schema.maxLength })
    }
    return validateText.say(locale, 'wrong-type', { field, type: typeName(schema, locale) })
  }
}

/** The words of a `oneOf`, or null. */
function wordsOf(schema: TSchema): string[] | null {
  const options: unknown = schema.anyOf
  if (!Array.isArray(options)) return null
  const words = options.map((option: TSchema) => option.const).filter((word) => typeof word === 'string')
  return words.length === options.length ? words : null
}

function typeName(schema: TSchema, locale: Locale): string {
  switch (schema.type) {
    case 'string':
      return validateText.say(locale, 'string', {})
    case 'integer':
      return validateText.say(locale, 'integer', {})
    case 'number':
      return validateText.say(locale, 'number', {})
    case 'boolean':
      return validateText.say(locale, 'boolean', {})
    case 'array':
      return validateText.say(locale, 'array', {})
    default:
      return validateText.say(locale, 'object', {})
  }
}
