import type { TObject } from '@sinclair/typebox'
import type { Locale } from '../contract/text.ts'
import type { Tool } from '../tool.ts'

/** The schema of a tool's body with the label (`title`) and the sentence (`description`) of each field; null where it takes none. */
export function bodySchemaIn({ body, text }: Tool, locale: Locale): TObject | null {
  if (!body) return null
  const properties = Object.entries(body.properties).map(([field, schema]) => {
    const words = { title: text.say(locale, `label.${field}`, {}), description: text.say(locale, `field.${field}`, {}) }
    return [field, { ...schema, ...words }]
  })
  return { ...body, properties: Object.fromEntries(properties) }
}
