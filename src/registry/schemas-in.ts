import type { TObject, TSchema } from '@sinclair/typebox'
import type { Locale, Text } from '../contract/text.ts'
import type { Tool } from '../tool.ts'
import { descriptionIn } from './descriptions.text.ts'
import { resultLabelsText } from './result-labels.text.ts'

/**
 * Returns the schema of a tool's body, with a label (`title`) and a sentence (`description`) for each field; null if it has no body.
 * The parts of a list of objects have labels too, and the words of a choice, and sentences about the parts, where the tool has them.
 */
export function bodySchemaIn({ body, text }: Tool, locale: Locale): TObject | null {
  if (!body) return null
  const properties = Object.entries(body.properties).map(([field, schema]) => {
    const labelOf = (part: string) => text[locale][`label.${field}.${part}`] ?? resultLabelsText[locale][part]
    const words = { title: text.say(locale, `label.${field}`, {}), description: text.say(locale, `field.${field}`, {}) }
    const aboutOf = (part: string) => text[locale][`field.${field}.${part}`]
    const inside = { labelOf, aboutOf, wordOf: wordsFor(text, locale), describe: same }
    return [field, { ...labelled(schema, inside, field), ...words }]
  })
  return { ...body, properties: Object.fromEntries(properties) }
}

/**
 * Returns the schema of a tool's result, with a label (`title`) for each field at any depth that has one: its own, or the usual one.
 * The values that a field may have are labelled as well, where the tool has words for them. Descriptions are in the language too.
 */
export function resultSchemaIn({ result, text }: Tool, locale: Locale): TSchema {
  const labelOf = (field: string) => text[locale][`result.${field}`] ?? resultLabelsText[locale][field]
  return labelled(result, { labelOf, wordOf: wordsFor(text, locale), describe: (english) => descriptionIn(english, locale) })
}

interface Words {
  /** Returns the label of a field. */
  labelOf(field: string): string | undefined
  /** Returns the sentence about a field, where it is not in the schema. */
  aboutOf?(field: string): string | undefined
  /** Returns the word for a value of a field. */
  wordOf(field: string, value: string): string | undefined
  describe(english: string): string
}

const same = (sentence: string) => sentence

function wordsFor(text: Text, locale: Locale): Words['wordOf'] {
  return (field, value) => text[locale][`value.${field}.${value}`]
}

function labelled(schema: TSchema, words: Words, field = ''): TSchema {
  const { properties, items, anyOf, description } = schema
  const inside = (part: TSchema) => labelled(part, words, field)
  const word = typeof schema.const === 'string' ? words.wordOf(field, schema.const) : undefined
  return {
    ...schema,
    ...(description !== undefined && { description: words.describe(description) }),
    ...(word !== undefined && { title: word }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(items && !Array.isArray(items) && { items: inside(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries<TSchema>(properties).map(([name, part]) => {
          const [title, about] = [words.labelOf(name), words.aboutOf?.(name)]
          const said = { ...(title !== undefined && { title }), ...(about !== undefined && { description: about }) }
          return [name, { ...labelled(part, words, name), ...said }]
        }),
      ),
    }),
  }
}
