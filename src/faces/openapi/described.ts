import type { Locale } from '../../contract/text.ts'
import { descriptionIn } from '../../registry/descriptions.text.ts'
import { resultLabelsText } from '../../registry/result-labels.text.ts'
import { fieldsText } from './fields.text.ts'
import { openapiText } from './openapi.text.ts'

/** A part of the document, as JSON. */
export type Part = { readonly [key: string]: unknown }

/** The words of the tool that a schema belongs to: its own labels come before the usual ones. */
export type OwnWords = Readonly<Record<string, string>>

/**
 * Returns a schema as the document shows it, in a language: each field has a sentence or a label, a closed list is one `enum`, and a
 * default is told in words, since makers of clients take a field that has one for a field that is always there, and then ask for it in requests.
 */
export function described(schema: Part, locale: Locale, own: OwnWords = {}, name = ''): Part {
  const inner = (value: unknown, of: string): unknown =>
    Array.isArray(value) ? value.map((item) => inner(item, of)) : isPart(value) ? described(value, locale, own, of) : value
  const { description, default: usual, examples, properties, ...rest } = schema
  const about = typeof description === 'string' ? descriptionIn(description, locale) : undefined
  const words = usual === undefined ? [] : openapiText.say(locale, 'by-default', { value: [usual].flat().join(', ') })
  const said = [about ?? [], words].flat().join(' ')
  const inside = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, inner(part, name)]))
  const fields = isPart(properties) && {
    properties: Object.fromEntries(
      Object.entries(properties).map(([field, part]) => {
        const whole = inner(part, field)
        return [field, isPart(whole) ? { description: aboutField(field, name, locale, own), ...whole } : whole]
      }),
    ),
  }
  return withEnum({ ...inside, ...fields, ...(said && { description: said }), ...(examples !== undefined && { examples }) })
}

/** Returns what is said of a field of another: what the document says, or its label. Times in an object of times have its unit. */
function aboutField(field: string, of: string, locale: Locale, own: OwnWords): string | undefined {
  const texts = fieldsText[locale]
  const said = texts[`${of}.${field}`] ?? texts[field]
  if (said !== undefined) return said
  const label = own[`result.${field}`] ?? resultLabelsText[locale][field]
  return label && of.endsWith('Ms') ? openapiText.say(locale, 'in-ms', { label }) : label
}

/** Returns the same schema with one `enum` for the words of a choice. */
function withEnum(schema: Part): Part {
  const { anyOf, ...rest } = schema
  const options = Array.isArray(anyOf) ? anyOf.filter(isPart) : []
  const words = options.filter((option) => 'const' in option)
  const types = new Set(words.map(({ type }) => type))
  if (words.length < 2 || types.size > 1) return schema
  const choice = { type: words[0]?.type, enum: words.map((option) => option.const) }
  const others = options.filter((option) => !('const' in option))
  return others.length === 0 ? { ...rest, ...choice } : { ...rest, anyOf: [choice, ...others] }
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
