import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler, type ValueError } from '@sinclair/typebox/compiler'
import { ValueErrorType } from '@sinclair/typebox/errors'
import { shownName } from '../contract/clean.ts'
import { type FieldError, type Localized, Refusal } from '../contract/problem.ts'
import { checkFormats } from './formats.ts'
import { sentenceOf } from './rules.ts'

const MAX_ERRORS = 10

/** Throws an `invalid-request` that names every field at fault, unless the value matches. */
type Validator = (value: unknown) => void

/** Compiles a schema; a schema that cannot be compiled throws now, not on the first request. */
export function validatorOf(schema: TSchema): Validator {
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

interface Violation {
  error: ValueError
  field: string
}

/** Returns a function that finds the first error of each field, up to a limit. */
function checkerOf(schema: TSchema): (value: unknown) => Iterable<Violation> {
  checkFormats(schema)
  const check = TypeCompiler.Compile(schema)
  return (value) => {
    if (check.Check(value)) return []
    const found = new Map<string, Violation>()
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
  return shownName(pointer.slice(1).split('/').join('.').replaceAll('~1', '/').replaceAll('~0', '~'))
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
