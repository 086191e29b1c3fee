import type { Locale } from '../../contract/text.ts'
import { bodySchemaIn } from '../../operations/registry/describe.ts'
import { type FieldSchema, kindsOf } from '../../operations/registry/field-values.ts'
import { loaders } from '../../operations/registry/loaders.gen.ts'
import { type NamedTool, toolsOf } from '../../operations/registry/tools.ts'
import type { Row } from './columns.ts'

export { type FieldSchema, isPortList, kindsOf, textParts } from '../../operations/registry/field-values.ts'

/** A field of a tool, as the command line takes it. */
export interface Field {
  /** Name in JSON; the flag may also be written like this. */
  readonly name: string
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

/** Returns the fields that may be given without a flag: the required ones and then all others, in their order. A switch needs its flag. */
export function positionalsOf(fields: readonly Field[]): readonly Field[] {
  const words = fields.filter((field) => !isSwitch(field))
  return [...words.filter(({ isRequired }) => isRequired), ...words.filter(({ isRequired }) => !isRequired)]
}

/** Returns whether a field is either true or false. */
export function isSwitch({ schema }: Field): boolean {
  return kindsOf(schema).has('boolean')
}

/** Returns the words that have to follow a command or a tool, as help writes them. */
export function wordsAfter(named: NamedTool): string {
  return fieldsOf(named)
    .filter(({ isRequired }) => isRequired)
    .map(({ flag }) => ` ${flag.toUpperCase()}`)
    .join('')
}

/** The optional words that a line of help names; a longer one would not be read. */
const OPTIONAL_WORDS = 2

/** Returns those words and the ones that may follow, in brackets. */
export function allWordsAfter(named: NamedTool): string {
  const optional = positionalsOf(fieldsOf(named)).filter(({ isRequired }) => !isRequired)
  const shown = optional.slice(0, OPTIONAL_WORDS).map(({ flag }) => ` [${flag.toUpperCase()}]`)
  return `${wordsAfter(named)}${shown.join('')}${optional.length > OPTIONAL_WORDS ? ' [...]' : ''}`
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

/** Returns the name of a tool with what it answers. */
export function summaryOf({ name, tool }: NamedTool, locale: Locale): Row {
  return { written: name, meaning: tool.text.say(locale, 'summary', {}) }
}

/** Returns a built-in tool, loaded alone; undefined if there is none of that name. */
export async function builtInTool(name: string): Promise<NamedTool | undefined> {
  const found = loaders.find(({ file }) => file === name)
  const [named] = found ? toolsOf([{ file: found.file, module: await found.load() }]) : []
  return named
}
