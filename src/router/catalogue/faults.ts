import type { TSchema } from '@sinclair/typebox'
import { Errors, type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { wordingFault } from './wording.ts'

/** A fault of a value, and its place. `says` completes a sentence that starts with the place: "is missing". */
export interface Fault {
  /** Keys and indices, starting at the outermost list. */
  readonly path: readonly string[]
  readonly says: string
}

/** Returns a path as people write it: `[2].menu.ko`. */
export function placeOf(path: readonly string[]): string {
  const parts = path.map((part) => {
    if (/^\d+$/.test(part)) return `[${part}]`
    return /^[\w$-]+$/.test(part) ? `.${part}` : `[${shown(part)}]`
  })
  return parts.length === 0 ? 'the file' : parts.join('')
}

/** Yields every way in which a value does not match its schema. */
export function* schemaFaults(schema: TSchema, value: unknown): Generator<Fault> {
  for (const error of Errors(schema, [], value)) {
    for (const inner of innermost(error)) yield { path: pathOf(inner.path), says: sentenceOf(inner) }
  }
}

/** Yields, for a union such as "this or null" or "a text or an object", the faults of the option that was meant. */
function* innermost(error: ValueError): Generator<ValueError> {
  const options: unknown = error.schema.anyOf
  const within = Array.isArray(options) ? error.errors[meantBy(options, error.value)] : undefined
  if (!within) yield error
  else for (const inner of within) yield* innermost(inner)
}

/** Returns the place of the only option that is not null, otherwise of the one that has the type of the value; -1 if there is none. */
function meantBy(options: readonly TSchema[], value: unknown): number {
  if (value === null) return -1
  const [only, ...others] = options.filter(({ type }) => type !== 'null')
  if (only && others.length === 0) return options.indexOf(only)
  return options.every(({ const: word }) => word === undefined) ? options.findIndex(({ type }) => type === typeof value) : -1
}

function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function sentenceOf({ type, schema, value }: ValueError): string {
  if (type === ValueErrorType.ObjectAdditionalProperties) return 'is not a known field'
  if (type === ValueErrorType.ObjectRequiredProperty) return 'is missing'
  if (type === ValueErrorType.ArrayMinItems) return 'is empty'
  if (type === ValueErrorType.StringMaxLength) return `is longer than ${schema.maxLength} characters`
  return `is ${shown(value)}, not ${expectedBy(schema, value)}`
}

function expectedBy(schema: TSchema, value: unknown): string {
  const options: readonly TSchema[] = Array.isArray(schema.anyOf) ? schema.anyOf : []
  const words = options.map((option) => option.const).filter((word) => word !== undefined)
  if (words.length > 0) return `one of ${words.join(', ')}`
  if (schema.minimum !== undefined && typeof value === 'number') {
    return `a whole number from ${schema.minimum} to ${schema.maximum}`
  }
  return schema.expected ?? TYPES[schema.type] ?? 'a valid value'
}

const TYPES: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  object: 'an object',
}
const SHOWN_MAX = 60

/** Returns a value as JSON, shortened, with control characters escaped for the terminal. */
export function shown(value: unknown): string {
  const text = (JSON.stringify(value) ?? 'nothing').replace(
    /[^\P{C}\u00ad]|[\p{Zl}\p{Zp}]/gu,
    (odd) => `\\u{${(odd.codePointAt(0) ?? 0).toString(16)}}`,
  )
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}...` : text
}

/** Yields the texts with content that no text may have. */
export function* textFaults(value: unknown, path: readonly string[] = []): Generator<Fault> {
  if (typeof value === 'string') {
    const says = wordingFault(value)
    if (says !== null) yield { path, says }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* textFaults(inner, [...path, key])
  }
}

/** Yields the pairs of lists in English and Korean that differ in length. */
export function* unevenFaults(value: unknown, path: readonly string[] = []): Generator<Fault> {
  if (typeof value !== 'object' || value === null) return
  if ('en' in value && 'ko' in value && Array.isArray(value.en) && Array.isArray(value.ko)) {
    const [en, ko] = [value.en.length, value.ko.length]
    if (en !== ko) yield { path, says: `has ${en} in English but ${ko} in Korean: every item needs a translation` }
  }
  for (const [key, inner] of Object.entries(value)) yield* unevenFaults(inner, [...path, key])
}
