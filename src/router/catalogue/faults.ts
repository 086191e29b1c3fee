import type { TSchema } from '@sinclair/typebox'
import { Errors, type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import { type Both, both } from '../../platform/misfit.ts'
import { wordingFault } from './wording.ts'

/** A fault of a value, and its place. `says` completes a sentence that starts with the place: "is missing". */
export interface Fault {
  /** Keys and indices, starting at the outermost list. */
  readonly path: readonly string[]
  readonly says: Both
}

/** Returns what is wrong at a place: "[0].name.ko is missing". */
export function saidAt({ path, says }: Fault): Both {
  return { en: `${placeOf(path)} ${says.en}`, ko: `${path.length === 0 ? '파일' : placeOf(path)} - ${says.ko}` }
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
  // Listing errors takes several times as long as finding that there are none.
  if (Value.Check(schema, value)) return
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

function sentenceOf({ type, schema, value }: ValueError): Both {
  if (type === ValueErrorType.ObjectAdditionalProperties) return both('is not a known field', '알 수 없는 필드입니다')
  if (type === ValueErrorType.ObjectRequiredProperty) return both('is missing', '필드가 없습니다')
  if (type === ValueErrorType.ArrayMinItems) return both('is empty', '비어 있습니다')
  if (type === ValueErrorType.StringMaxLength)
    return both(`is longer than ${schema.maxLength} characters`, `${schema.maxLength}자를 넘습니다`)
  const { en, ko } = expectedBy(schema, value)
  return both(`is ${shown(value)}, not ${en}`, `잘못된 값입니다: ${shown(value)}. 필요한 값: ${ko}`)
}

function expectedBy(schema: TSchema, value: unknown): Both {
  const options: readonly TSchema[] = Array.isArray(schema.anyOf) ? schema.anyOf : []
  const words = options.map((option) => option.const).filter((word) => word !== undefined)
  if (words.length > 0) return both(`one of ${words.join(', ')}`, `${words.join(', ')} 중 하나`)
  if (schema.minimum !== undefined && typeof value === 'number') {
    return both(
      `a whole number from ${schema.minimum} to ${schema.maximum}`,
      `${schema.minimum}에서 ${schema.maximum} 사이의 정수`,
    )
  }
  return schema.expected ?? TYPES[schema.type] ?? both('a valid value', '올바른 값')
}

const TYPES: Readonly<Record<string, Both>> = {
  array: both('a list', '목록'),
  boolean: both('true or false', 'true 또는 false'),
  integer: both('a whole number', '정수'),
  object: both('an object', '객체'),
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
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    // Most values are texts: a generator for each would take longer than its judgement.
    const says = typeof inner === 'string' ? wordingFault(inner) : null
    if (says !== null) yield { path: [...path, key], says }
    else if (typeof inner === 'object') yield* textFaults(inner, [...path, key])
  }
}

function uneven(en: number, ko: number): Both {
  return both(
    `has ${en} in English but ${ko} in Korean: every item needs a translation`,
    `영어 항목은 ${en}개인데 한국어 항목은 ${ko}개입니다. 모든 항목에 번역이 있어야 합니다`,
  )
}

/** Yields the pairs of lists in English and Korean that differ in length. */
export function* unevenFaults(value: unknown, path: readonly string[] = []): Generator<Fault> {
  if (typeof value !== 'object' || value === null) return
  if ('en' in value && 'ko' in value && Array.isArray(value.en) && Array.isArray(value.ko)) {
    const [en, ko] = [value.en.length, value.ko.length]
    if (en !== ko) yield { path, says: uneven(en, ko) }
  }
  for (const [key, inner] of Object.entries(value)) if (typeof inner === 'object') yield* unevenFaults(inner, [...path, key])
}
