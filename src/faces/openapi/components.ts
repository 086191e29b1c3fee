import { isRecord } from '../../contract/clean.ts'
import { nameOf } from '../../contract/schema.ts'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import { descriptionIn } from '../../operations/registry/descriptions.text.ts'
import { resultLabelsText } from '../../operations/registry/result-labels.text.ts'
import recorded from './examples.gen.json'
import { fieldsText, openapiText } from './openapi.text.ts'

/** Reference to a component of the document. */
export interface Reference {
  readonly $ref: string
}

export function refer(kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` }
}

/** `port-check` is `PortCheck`, `/api/ip` is `ApiIp`. */
export function pascal(name: string): string {
  return name.replace(/[^A-Za-z0-9]*([A-Za-z0-9]+)/g, (_, word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
}

/** The parts of a document in one language: schemas and responses under the names by which the rest refers to them, its words, and examples. */
export class Components {
  readonly schemas: Record<string, unknown> = {}
  readonly responses: Record<string, Part> = {}
  private readonly names = new Map<string, string>()

  readonly say: Say<typeof openapiText.en>
  readonly examples: Examples

  constructor(readonly locale: Locale) {
    this.say = sayIn(openapiText, locale)
    this.examples = examplesIn(locale)
  }

  /** Names a schema; from now on, references to its name replace it inside others. */
  shared(name: string, schema: object): Reference {
    const reference = this.schema(name, schema)
    this.names.set(JSON.stringify(schema), name)
    return reference
  }

  /** Adds a schema, with what is said of its fields. */
  schema(name: string, schema: object, own?: OwnWords): Reference {
    this.schemas[name] = described(this.inside(schema), this.locale, own, name)
    return refer('schemas', name)
  }

  response(name: string, response: Part): Reference {
    this.responses[name] = response
    return refer('responses', name)
  }

  /** Returns the headers of a response, or what it holds, by its type. */
  partOf(reference: Reference | undefined, part: 'content' | 'headers'): object {
    const found = this.responses[reference?.$ref.split('/').at(-1) ?? '']?.[part]
    return found instanceof Object ? found : {}
  }

  private withNames(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.namedOr(item))
    return typeof value === 'object' && value !== null ? this.inside(value) : value
  }

  private inside(schema: object): Part {
    return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, this.namedOr(part)]))
  }

  private namedOr(part: unknown): unknown {
    if (typeof part !== 'object' || part === null || !('properties' in part)) return this.withNames(part)
    const known = this.names.get(JSON.stringify(part))
    if (known !== undefined) return refer('schemas', known)
    const name = nameOf(part)
    return name === undefined || name in this.schemas ? this.inside(part) : this.shared(name, part)
  }
}

/** A part of the document, as JSON. */
export type Part = { readonly [key: string]: unknown }

/** The words of the tool that a schema belongs to: its own labels come before the usual ones. */
type OwnWords = Readonly<Record<string, string>>

/**
 * Returns a schema as the document shows it, in a language: each field has a sentence or a label, a closed list is one `enum`, and a
 * default is told in words, since makers of clients take a field that has one for a field that is always there, and then ask for it in requests.
 */
export function described(schema: Part, locale: Locale, own: OwnWords = {}, name = ''): Part {
  const inner = (value: unknown, of: string): unknown =>
    Array.isArray(value) ? value.map((item) => inner(item, of)) : isRecord(value) ? described(value, locale, own, of) : value
  const { description, default: usual, examples, properties, ...rest } = schema
  const about = typeof description === 'string' ? descriptionIn(description, locale) : undefined
  const words = usual === undefined ? [] : openapiText.say(locale, 'by-default', { value: [usual].flat().join(', ') })
  const said = [about ?? [], words].flat().join(' ')
  const inside = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, inner(part, name)]))
  const fields = isRecord(properties) && {
    properties: Object.fromEntries(
      Object.entries(properties).map(([field, part]) => {
        const whole = inner(part, field)
        return [field, isRecord(whole) ? { description: aboutField(field, name, locale, own), ...whole } : whole]
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
  const options = Array.isArray(anyOf) ? anyOf.filter(isRecord) : []
  const words = options.filter((option) => 'const' in option)
  const types = new Set(words.map(({ type }) => type))
  if (words.length < 2 || types.size > 1) return schema
  const choice = { type: words[0]?.type, enum: words.map((option) => option.const) }
  const others = options.filter((option) => !('const' in option))
  return others.length === 0 ? { ...rest, ...choice } : { ...rest, anyOf: [choice, ...others] }
}

/** The headers of answers, with the sentence that describes each and, unless it is any text, its values. */
const HEADERS = {
  'Cache-Control': ['cache-control', {}],
  'Content-Language': ['content-language', { enum: ['en', 'ko'] }],
  'Doorstep-Code': ['doorstep-code', {}],
  ETag: ['etag', {}],
  Link: ['link', {}],
  RateLimit: ['rate-limit', {}],
  'RateLimit-Policy': ['rate-limit-policy', {}],
  'Retry-After': ['retry-after', { type: 'integer', minimum: 1 }],
  Vary: ['vary', {}],
  'X-Request-Id': ['x-request-id', {}],
} as const satisfies Record<string, readonly [keyof typeof openapiText.en, Part]>
type Header = keyof typeof HEADERS

/** Returns a header without hyphens, as the name of its component. */
function componentOf(header: string): string {
  return header.replaceAll('-', '')
}

export function headerComponents({ say }: Pick<Components, 'say'>): Part {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([header, [key, values]]) => [
      componentOf(header),
      { description: say(key), schema: { type: 'string', ...values } },
    ]),
  )
}

export function headersOf(...headers: readonly Header[]): Record<string, Reference> {
  return Object.fromEntries(headers.map((header) => [header, refer('headers', componentOf(header))]))
}

/** Recorded request, with its answer in each format. */
export interface ToolExample {
  readonly request?: unknown
  readonly json?: unknown
  readonly text?: string
  readonly ndjson?: string
}

/** Recorded answers, by tool and by path, and the particulars of problems, by code; some codes have none. */
export interface Examples {
  readonly tools: Readonly<Record<string, ToolExample>>
  readonly services: Readonly<Record<string, ToolExample>>
  readonly problems: Readonly<Record<string, object>>
}

/** Returns the recorded answers in a language. They are recorded in English, and of Korean the texts alone, by where they stand. */
export function examplesIn(locale: Locale): Examples {
  // A seam: a text stands in for a text.
  return locale === 'en' ? recorded.en : (retold(recorded.en, recorded.ko) as Examples)
}

function retold(value: unknown, texts: Readonly<Record<string, string>>, at = ''): unknown {
  const text = texts[at]
  if (text !== undefined || typeof value !== 'object' || value === null) return text ?? value
  if (Array.isArray(value)) return value.map((part, index) => retold(part, texts, `${at}/${index}`))
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, retold(part, texts, `${at}/${key}`)]))
}
