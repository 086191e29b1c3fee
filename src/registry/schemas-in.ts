import type { TObject, TSchema } from '@sinclair/typebox'
import type { Locale } from '../contract/text.ts'
import type { Tool } from '../tool.ts'
import { descriptionIn } from './descriptions.text.ts'
import { resultLabelsText } from './result-labels.text.ts'

/** Returns the schema of a tool's body, with a label (`title`) and a sentence (`description`) for each field; null if it has no body. */
export function bodySchemaIn({ body, text }: Tool, locale: Locale): TObject | null {
  if (!body) return null
  const properties = Object.entries(body.properties).map(([field, schema]) => {
    const words = { title: text.say(locale, `label.${field}`, {}), description: text.say(locale, `field.${field}`, {}) }
    return [field, { ...schema, ...words }]
  })
  return { ...body, properties: Object.fromEntries(properties) }
}

/**
 * Returns the schema of a tool's result, with a label (`title`) for each field at any depth that has one: its own, or the usual one.
 * Descriptions are in the language as well.
 */
export function resultSchemaIn({ result, text }: Tool, locale: Locale): TSchema {
  const labelOf = (field: string) => text[locale][`result.${field}`] ?? resultLabelsText[locale][field]
  return labelled(result, labelOf, (english) => descriptionIn(english, locale))
}

function labelled(
  schema: TSchema,
  labelOf: (field: string) => string | undefined,
  describe: (english: string) => string,
): TSchema {
  const { properties, items, anyOf, description } = schema
  const inside = (part: TSchema) => labelled(part, labelOf, describe)
  return {
    ...schema,
    ...(description !== undefined && { description: describe(description) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(items && !Array.isArray(items) && { items: inside(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries<TSchema>(properties).map(([field, part]) => {
          const title = labelOf(field)
          return [field, { ...inside(part), ...(title === undefined ? {} : { title }) }]
        }),
      ),
    }),
  }
}
