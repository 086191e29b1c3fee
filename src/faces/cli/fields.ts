import type { Locale } from '../../contract/text.ts'
import type { FieldSchema } from '../../registry/field-values.ts'
import { bodySchemaIn } from '../../registry/schemas-in.ts'
import type { NamedTool } from '../../registry/tools.ts'

export { type FieldSchema, isPortList, kindsOf } from '../../registry/field-values.ts'

/** A field of a tool, as the command line takes it. */
export interface Field {
  /** Name in JSON; the flag may also be written like this. */
  readonly name: string
  /** In kebab-case, without dashes in front. */
  readonly flag: string
  readonly schema: FieldSchema
  readonly isRequired: boolean
}

/** Returns the fields of a tool in their order, each with its sentence; none for a query. */
export function fieldsOf({ tool }: NamedTool, locale: Locale = 'en'): readonly Field[] {
  // A seam: a TypeBox schema is a JSON Schema, but its type does not say so.
  const { properties = {}, required = [] } = (bodySchemaIn(tool, locale) ?? {}) as FieldSchema
  return Object.entries(properties).map(([name, schema]) => {
    return { name, flag: kebabCase(name), schema, isRequired: required.includes(name) }
  })
}

/** Returns the fields that are given without a flag: the required ones, in their order. */
export function positionalsOf(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ isRequired }) => isRequired)
}

/** Returns the words that follow a command or a tool without a flag, as help writes them. */
export function wordsAfter(named: NamedTool): string {
  return positionalsOf(fieldsOf(named))
    .map(({ flag }) => ` ${flag.toUpperCase()}`)
    .join('')
}

/** `routerWanIp` is router-wan-ip. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Returns the words that a field takes, where it takes no others. */
export function wordsOf({ const: constant, anyOf }: FieldSchema): readonly string[] {
  if (typeof constant === 'string') return [constant]
  const words = (anyOf ?? []).map(wordsOf)
  return words.every(({ length }) => length > 0) ? words.flat() : []
}
