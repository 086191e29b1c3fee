import type { Elysia } from 'elysia'
import { negotiateLocale } from '../../contract/text.ts'
import { afterwards, type Call, type Eventually, NO_BODY } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import { renderText } from '../text/render.ts'
import { readJsonBody } from './body.ts'
import { callerOfRequest, type Incoming } from './incoming.ts'
import {
  AT_ONCE,
  DESCRIBED,
  explain,
  markAllowance,
  markLanguage,
  markRequest,
  negotiateFormat,
  OVER_TIME,
  replyExactly,
  replyJson,
  replyText,
  type StreamFormat,
} from './reply.ts'
import type { Who } from './request-id.ts'
import { markStream, streamOf } from './stream.ts'
import { followStream } from './watch.ts'

type Reply = string | Response
/** Makes a reply, and turns whatever is thrown on the way into one. */
export type Guard = (incoming: Incoming, make: (incoming: Incoming) => Eventually<Reply>) => Eventually<Reply>

/** Adds a route for every tool: a request becomes a call, and the outcome becomes a reply. */
export function mount(app: Elysia, tools: Iterable<Runnable>, who: Who, guard: Guard): void {
  for (const runnable of tools) {
    const { method, path } = runnable.tool
    const answer = routeOf(runnable, who)
    // Elysia prepares what the handler's parameter names. These names keep it from parsing the query, headers and cookies.
    app.route(method, path, ({ request, set, server }: Incoming) => guard({ request, set, server }, answer), { parse: 'none' })
  }
}

function routeOf(runnable: Runnable, who: Who): (incoming: Incoming) => Eventually<Reply> {
  const { tool, example } = runnable
  const isText = tool.result.type === 'string'
  const answer = (incoming: Incoming, body: unknown): Eventually<Reply> => {
    const { request, set } = incoming
    const format = isText ? 'text' : negotiateFormat(request, tool.body ? OVER_TIME : AT_ONCE)
    const call = callOf(incoming, body, who)
    set.headers['cache-control'] = 'no-store'
    if (tool.body) {
      markRequest(set, who.idOf(incoming))
      set.headers.link = DESCRIBED
    }
    if (!isText) markLanguage(set, call.locale, 'Accept, Accept-Language')
    if (format === 'ndjson' || format === 'sse') return streamReply(runnable, call, format, incoming)
    return afterwards(runnable.run(call), (outcome) => {
      if (format === 'json') return replyJson(set, outcome.answer)
      const text = renderText(runnable, outcome)
      return isText ? replyExactly(set, text) : replyText(set, text)
    })
  }
  if (!tool.body) return (incoming) => answer(incoming, NO_BODY)
  return (incoming) => readJsonBody(incoming.request, example).then((body) => answer(incoming, body))
}

const NEVER = new AbortController().signal

/** What a tool is asked by a request. */
export function callOf(incoming: Incoming, body: unknown, { callerOf, idOf }: Who): Call {
  const { request, set } = incoming
  const call: Call = {
    body,
    caller: callerOfRequest(incoming, callerOf),
    locale: negotiateLocale(request.headers.get('accept-language')),
    // The runtime creates the signal of a request on first access, which a query can save: it ends before the signal could fire.
    signal: body === NO_BODY ? NEVER : request.signal,
    face: 'http',
    requestId: () => idOf(incoming),
  }
  // A query is not counted.
  return body === NO_BODY ? call : { ...call, counted: (allowance) => markAllowance(set, allowance) }
}

async function streamReply({ run }: Runnable, call: Call, format: StreamFormat, incoming: Incoming): Promise<Response> {
  const { request, set } = incoming
  const over = Promise.withResolvers<string | null>()
  const explained = (thrown: unknown) => explain(thrown, call.locale)
  const begin = async (signal: AbortSignal, report: (event: unknown) => void) => {
    try {
      const outcome = await run({ ...call, signal, report })
      over.resolve(null)
      return outcome
    } catch (thrown) {
      // Of a client that has gone there is nothing to be said.
      over.resolve(signal.aborted ? null : explained(thrown).code)
      throw thrown
    }
  }
  const stream = await streamOf(format, call.signal, begin, explained)
  followStream(request, over.promise)
  markStream(set, format)
  return new Response(stream)
}
