import type { TObject } from '@sinclair/typebox'
import type { Locale } from '../contract/text.ts'
import type { Tool } from '../tool.ts'

/** The schema of a tool's body, with a label (`title`) and a sentence (`description`) for each field; null if it has no body. */
export function bodySchemaIn({ body, text }: Tool, locale: Locale): TObject | null {
  if (!body) return null
  const properties = Object.entries(body.properties).map(([field, schema]) => {
    const words = { title: text.say(locale, `label.${field}`, {}), description: text.say(locale, `field.${field}`, {}) }
    return [field, { ...schema, ...words }]
  })
  return { ...body, properties: Object.fromEntries(properties) }
}
