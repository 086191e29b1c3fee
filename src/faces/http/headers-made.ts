import type { Locale } from '../../contract/text.ts'
import { JSON_TYPE, markLanguage, type Outgoing, TEXT_TYPE } from './reply.ts'

/** The formats of answers; what is exact has no language. */
type Format = 'exact' | 'exact-json' | 'json' | 'text'

/** Returns a function that makes the headers of an answer once for each format and language. */
export function headersMade(first: Outgoing['headers']): (format: Format, locale: Locale) => { headers: Headers } {
  const made: Record<Format, Partial<Record<Locale, { headers: Headers }>>> = { exact: {}, 'exact-json': {}, json: {}, text: {} }
  return (format, locale) => {
    const known = made[format][locale]
    if (known) return known
    const type = format.endsWith('json') ? JSON_TYPE : TEXT_TYPE
    const set: Outgoing = { headers: { ...first, 'cache-control': 'no-store', 'content-type': type } }
    if (!format.startsWith('exact')) markLanguage(set, locale, 'Accept, Accept-Language')
    const init = { headers: new Headers(Object.entries(set.headers).map(([name, value]) => [name, String(value)])) }
    made[format][locale] = init
    return init
  }
}
