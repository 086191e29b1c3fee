import { type Locale, negotiateLocale } from '../../contract/text.ts'
import { countForCollector } from '../../platform/collector.ts'
import { afterwards, type Call, type Eventually, NO_BODY } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import { renderText } from '../text/render.ts'
import { type Asked, endOf } from './incoming.ts'
import type { Pipelines } from './pipelines.ts'
import { AT_ONCE, JSON_TYPE, markLanguage, negotiateFormat, type Outgoing, TEXT_TYPE, terminated } from './reply.ts'
import type { Who } from './request-id.ts'

/** A query ends before the signal of its request could fire, and the runtime makes that signal only for those who look at it. */
const NEVER = new AbortController().signal

type Format = 'exact' | 'json' | 'text'

/**
 * What answers a query, which scripts ask by the thousand: what differs between two answers is made for each, and the rest once.
 * `common` makes the headers of every answer.
 */
export function queryAnswers(
  runnable: Runnable,
  { callerOf, idOf, pipelines }: Who & { readonly pipelines: Pipelines },
  common: () => Outgoing['headers'],
): (asked: Asked) => Eventually<Response> {
  const isText = runnable.tool.result.type === 'string'
  const headersOf = headersMade(common)
  return (asked) => {
    countForCollector()
    const { headers } = asked.request
    const end = endOf(asked)
    pipelines.count(end)
    const format: Format = isText ? 'exact' : negotiateFormat(asked.request, AT_ONCE)
    const locale = negotiateLocale(headers.get('accept-language'))
    const call: Call = {
      body: NO_BODY,
      caller: callerOf(end.address, headers),
      locale,
      signal: NEVER,
      face: 'http',
      requestId: () => idOf(asked),
    }
    return afterwards(runnable.run(call), (outcome) => {
      if (format === 'json') return new Response(outcome.json ?? JSON.stringify(outcome.answer), headersOf(format, locale))
      const text = renderText(runnable, outcome, locale)
      return new Response(format === 'text' ? terminated(text) : text, headersOf(format, locale))
    })
  }
}

/** Returns the headers of an answer, made once for each format and language, and again once other headers are common to all. */
function headersMade(common: () => Outgoing['headers']): (format: Format, locale: Locale) => { headers: Headers } {
  let madeFrom: Outgoing['headers'] | null = null
  let made: Record<Format, Partial<Record<Locale, { headers: Headers }>>> = { exact: {}, json: {}, text: {} }
  return (format, locale) => {
    const shared = common()
    if (shared !== madeFrom) made = { exact: {}, json: {}, text: {} }
    madeFrom = shared
    const known = made[format][locale]
    if (known) return known
    const type = format === 'json' ? JSON_TYPE : TEXT_TYPE
    const set: Outgoing = { headers: { ...shared, 'cache-control': 'no-store', 'content-type': type } }
    if (format !== 'exact') markLanguage(set, locale, 'Accept, Accept-Language')
    const init = { headers: new Headers(Object.entries(set.headers).map(([name, value]) => [name, String(value)])) }
    made[format][locale] = init
    return init
  }
}
