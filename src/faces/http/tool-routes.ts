import type { Elysia } from 'elysia'
import { goodIn, shortLine } from '../../contract/good.ts'
import { LOCALES, type Locale, readable } from '../../contract/text.ts'
import { verdictOf } from '../../operations/registry/tools.ts'
import type { Call } from '../../operations/run/call.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { isLookup } from '../../policy/policies.ts'
import { drawing } from '../text/answer-blocks.ts'
import { renderText } from '../text/render.ts'
import { queryReader, type ReadBody, readJsonBody } from './body.ts'
import { answerMany, isMany } from './many-lookups.ts'
import {
  DESCRIBED,
  type Exchange,
  explain,
  isStream,
  localeOf,
  markLanguage,
  markRequest,
  negotiateFormat,
  type Outgoing,
  OVER_TIME,
  replyJson,
  replyText,
  type StreamFormat,
  wantsDetails,
  wantsStrict,
} from './reply.ts'
import type { Site } from './site.ts'
import { markStream, streamOf } from './stream.ts'
import { payerOf, visitOf } from './visit.ts'

/** The charge for a large body before it is parsed; the run then pays that much less. */
const LARGE_BODY_WEIGHT = 1

/** Answers a request to a tool. */
type Route = (exchange: Exchange) => Promise<string | Response>

/** Adds the routes of every tool with a body: a request becomes a call, and the outcome becomes a reply. */
export function mountTools(
  app: Elysia,
  tools: Iterable<Runnable>,
  { spend, publicOrigins }: Pick<Site, 'spend' | 'publicOrigins'>,
): void {
  for (const runnable of tools) {
    const { path, body } = runnable.tool
    if (!body) continue
    const routes = {
      GET: routeOf(runnable, spend, queryReader(body.properties)),
      POST: postOf(runnable, spend, publicOrigins),
    }
    // Elysia prepares what the handler's parameter names. These names keep it from parsing the query, headers and cookies.
    for (const [method, answer] of Object.entries(routes))
      app.route(method, path, async ({ request, set }: Exchange) => answer({ request, set }), { parse: 'none' })
  }
}

/** Returns the route of a POST: where a tool only looks an address up, it may have many bodies. */
function postOf(runnable: Runnable, spend: Site['spend'], publicOrigins: readonly string[]): Route {
  const acceptable = { example: runnable.example, publicOrigins }
  const single = routeOf(runnable, spend, (request, large) => readJsonBody(request, acceptable, large))
  if (!isLookup(runnable.tool.policy)) return single
  return (exchange) =>
    isMany(exchange.request) ? answerMany(runnable, callOf(exchange, null), exchange, spend) : single(exchange)
}

function routeOf(plain: Runnable, spend: Site['spend'], read: ReadBody): Route {
  const drawn = drawing(plain)
  return async (exchange) => {
    const { request, set } = exchange
    if (isAskedAgain(request) && negotiateFormat(request, OVER_TIME) === 'sse') return streamIsOver(set)
    let prepaid = 0
    const body = await read(request, () => {
      prepaid = LARGE_BODY_WEIGHT
      return spend(payerOf(exchange), prepaid)
    })
    const format = negotiateFormat(request, OVER_TIME)
    const details = wantsDetails(request)
    const isStrict = wantsStrict(request, format)
    const runnable = format !== 'text' && format !== 'short' && prefersBlocks(request) ? drawn : plain
    if (runnable !== plain) set.headers['preference-applied'] = 'blocks'
    const call = { ...callOf(exchange, body), prepaid }
    set.headers['cache-control'] = 'no-store'
    markRequest(set, visitOf(request).id)
    set.headers.link = DESCRIBED
    markLanguage(set, call.locale, 'Accept, Accept-Language')
    if (isStream(format) && visitOf(request).method === 'HEAD') return headOf(runnable, call, format, set)
    if (format === 'sse') return streamReply(runnable, { ...call, ...alsoIn(exchange.request, call.locale) }, format, exchange)
    if (format === 'ndjson') return streamReply(runnable, call, format, exchange)
    const outcome = await runnable.run(call)
    if (isStrict) set.status = strictStatus(verdictOf(plain, goodIn(outcome.answer)))
    if (format === 'short') return replyText(set, shortLine(plain.tool, outcome.answer))
    if (format === 'json') return replyJson(set, outcome.answer)
    return replyText(set, renderText(runnable, outcome, call.locale, { details }))
  }
}

/** Returns the status for monitors, which read nothing else: nothing has to be done, something has, or nothing could be said. */
function strictStatus(good: boolean | null): 200 | 502 | 503 {
  if (good === null) return 502
  return good ? 200 : 503
}

/** Returns whether the reader of a browser asks, whose stream has ended. */
function isAskedAgain(request: Request): boolean {
  return visitOf(request).method === 'GET' && request.headers.has('last-event-id')
}

/** Tells the reader of a browser, which asks again after the end of a stream, not to do so: the answer was the end. */
function streamIsOver(set: Outgoing): Response {
  set.headers['cache-control'] = 'no-store'
  return new Response(null, { status: 204 })
}

/** Returns the head of a stream. What the runtime does not send, nobody would read, so the run is not a stream. */
async function headOf(runnable: Runnable, call: Call, format: StreamFormat, set: Outgoing): Promise<string> {
  await runnable.run(call)
  markStream(set, format)
  return ''
}

/** Returns the call that a request makes to a tool. */
export function callOf(exchange: Exchange, body: unknown): Call {
  const { request } = exchange
  const requestId = () => visitOf(request).id
  return { ...payerOf(exchange), body, locale: localeOf(request), signal: request.signal, face: 'http', requestId }
}

/** `words=ko`, alone or in a list of preferences (RFC 7240) */
const WORDS = /(?:^|[,;])\s*words\s*=\s*"?(\w+)"?\s*(?:[,;]|$)/i

/** Returns the language in which a caller prefers to have the answer too, so that a reader can change to it without another check. */
function alsoIn(request: Request, locale: Locale): Pick<Call, 'alsoIn'> {
  const asked = WORDS.exec(readable(request.headers.get('prefer')) ?? '')?.[1]?.toLowerCase()
  const second = LOCALES.find((known) => known === asked && known !== locale)
  return second ? { alsoIn: second } : {}
}

/** Returns whether a caller prefers to have the blocks of a result with its answer, to draw them. */
function prefersBlocks(request: Request): boolean {
  return /(?:^|[,;])\s*blocks\s*(?:[,;]|$)/i.test(readable(request.headers.get('prefer')) ?? '')
}

async function streamReply({ run }: Runnable, call: Call, format: StreamFormat, { request, set }: Exchange): Promise<Response> {
  const over = Promise.withResolvers<string | null>()
  const explained = (thrown: unknown) => explain(thrown, call.locale)
  const begin = async (signal: AbortSignal, report: (event: unknown) => void) => {
    try {
      const outcome = await run({ ...call, signal, report })
      over.resolve(null)
      return outcome
    } catch (thrown) {
      // If the client has gone, there is no code to report.
      over.resolve(signal.aborted ? null : explained(thrown).code)
      throw thrown
    }
  }
  const framing = format === 'sse' && visitOf(request).method === 'GET' ? 'event-source' : format
  const stream = await streamOf(framing, call.signal, begin, explained)
  visitOf(request).over = over.promise
  if (call.alsoIn)
    set.headers['preference-applied'] = [`words=${call.alsoIn}`, set.headers['preference-applied']].filter(Boolean).join(', ')
  markStream(set, format)
  return new Response(stream)
}
