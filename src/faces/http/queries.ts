import { shortLine } from '../../contract/good.ts'
import type { Locale } from '../../contract/text.ts'
import { afterwards, type Call, NO_BODY } from '../../operations/run/call.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { countForCollector } from '../../platform/collector.ts'
import { NEVER } from '../../platform/deadline.ts'
import { renderText } from '../text/render.ts'
import type { Answer } from './entrance.ts'
import { OPEN_TO_ALL } from './origin.ts'
import {
  EXPOSES_ID,
  IN_SHORT,
  JSON_TYPE,
  localeOf,
  markLanguage,
  negotiateFormat,
  type Outgoing,
  parameterOf,
  TEXT_TYPE,
  terminated,
} from './reply.ts'

/** Returns the handlers of those tools that are queries, by path. `marksIds`: whether their answers will get an id. */
export function queriesOf(tools: Iterable<Runnable>, marksIds: boolean): ReadonlyMap<string, Answer> {
  const queries = [...tools].filter(({ tool }) => tool.body === null)
  return new Map(queries.map((query) => [query.tool.path, queryAnswer(query, marksIds)]))
}

/** Returns the handler of a query. Scripts ask by the thousand, so its headers are made once and it does not pass through Elysia. */
function queryAnswer(runnable: Runnable, marksIds: boolean): Answer {
  const isText = runnable.tool.result.type === 'string'
  const headersOf = headersMade({ ...OPEN_TO_ALL, ...(marksIds && EXPOSES_ID) })
  return (visit) => {
    countForCollector()
    const { request } = visit
    const format = isText ? exactFormatOf(request) : negotiateFormat(request, IN_SHORT)
    const locale = isText ? 'en' : localeOf(request)
    const call: Call = { body: NO_BODY, caller: visit.caller, locale, signal: NEVER, face: 'http', requestId: () => visit.id }
    return afterwards(runnable.run(call), (outcome) => {
      if (format === 'exact-json')
        return new Response(JSON.stringify({ [runnable.name]: outcome.answer }), headersOf(format, locale))
      if (format === 'json') return new Response(outcome.json ?? JSON.stringify(outcome.answer), headersOf(format, locale))
      if (format === 'short') return new Response(shortLine(runnable.tool, outcome.answer), headersOf('text', locale))
      const text = renderText(runnable, outcome, locale)
      return new Response(format === 'text' ? terminated(text) : text, headersOf(format, locale))
    })
  }
}

/** Returns how a text is sent: as it is, or as ipify sends it, in JSON. Any other format and any `Accept` change nothing. */
function exactFormatOf({ url }: Request): 'exact' | 'exact-json' {
  return parameterOf(url, 'format') === 'json' ? 'exact-json' : 'exact'
}

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
