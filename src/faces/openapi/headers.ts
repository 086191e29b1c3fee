import type { Locale } from '../../contract/text.ts'
import { type Part, type Reference, refer } from './components.ts'
import { openapiText } from './openapi.text.ts'

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

export function headerComponents(locale: Locale): Part {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([header, [key, values]]) => [
      componentOf(header),
      { description: openapiText.say(locale, key, {}), schema: { type: 'string', ...values } },
    ]),
  )
}

export function headersOf(...headers: readonly Header[]): Record<string, Reference> {
  return Object.fromEntries(headers.map((header) => [header, refer('headers', componentOf(header))]))
}
