import type { TSchema } from '@sinclair/typebox'
import { Errors, type ValueError, ValueErrorType } from '@sinclair/typebox/errors'

/** What is wrong with a value, and where: `[2].menu.ko`. */
export interface Fault {
  readonly at: string
  readonly says: string
}

/** The first thing in which a value does not fit its schema. */
export function schemaFault(schema: TSchema, value: unknown): Fault | null {
  const [first] = Errors(schema, [], value)
  if (!first) return null
  const error = innermost(first)
  return { at: placeOf(error.path), says: sentenceOf(error) }
}

/** Of "this or null" the fault of this is told. */
function innermost(error: ValueError): ValueError {
  const options: unknown = error.schema.anyOf
  const orNull = Array.isArray(options) && options.length === 2 && options[1].type === 'null'
  const [inner] = (orNull && error.value !== null && error.errors[0]) || []
  return inner ? innermost(inner) : error
}

/** A JSON pointer as people write places: `/2/menu/ko` is `[2].menu.ko`. */
function placeOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('')
}

function sentenceOf({ type, schema, value }: ValueError): string {
  if (type === ValueErrorType.ObjectAdditionalProperties) return 'is no field here'
  if (type === ValueErrorType.ObjectRequiredProperty) return 'is missing'
  if (type === ValueErrorType.ArrayMinItems) return 'is empty'
  const words = Array.isArray(schema.anyOf) ? schema.anyOf.map((option: TSchema) => option.const) : []
  if (words.length > 0) return `${shown(value)} is none of ${words.join(', ')}`
  if (schema.minimum !== undefined && typeof value === 'number') {
    return `${shown(value)} is no whole number from ${schema.minimum} to ${schema.maximum}`
  }
  const expected = schema.description ?? TYPES[schema.type] ?? 'value that fits'
  return `${shown(value)} is not ${/^[aeio]/.test(expected) ? 'an' : 'a'} ${expected}`
}

const TYPES: Record<string, string> = {
  array: 'list',
  boolean: 'boolean (true or false)',
  integer: 'whole number',
  object: 'object',
}
const SHOWN_MAX = 60

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}...` : text
}

/** A pair of lists that should have one line for each other and does not. */
export function unevenFault(value: unknown, at = ''): Fault | null {
  if (typeof value !== 'object' || value === null) return null
  if ('en' in value && 'ko' in value && Array.isArray(value.en) && Array.isArray(value.ko)) {
    const [en, ko] = [value.en.length, value.ko.length]
    if (en !== ko) return { at, says: `has ${en} in English and ${ko} in Korean: they must be equal` }
  }
  for (const [key, inner] of Object.entries(value)) {
    const fault = unevenFault(inner, Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`)
    if (fault) return fault
  }
  return null
}
