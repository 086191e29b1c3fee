import type { Elysia } from 'elysia'
import { internalFault } from '../../contract/problem.ts'
import { negotiateLocale } from '../../contract/text.ts'
import type { Peer } from '../../policy/caller.ts'
import { afterwards, type Call, type Eventually, NO_BODY } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import { renderText } from '../text/render.ts'
import { readJsonBody } from './body.ts'
import {
  AT_ONCE,
  explain,
  markAllowance,
  markLanguage,
  negotiateFormat,
  type Outgoing,
  OVER_TIME,
  replyExactly,
  replyJson,
  replyText,
  type StreamFormat,
} from './reply.ts'
import { markStream, streamOf } from './stream.ts'

/** Finds out who asks, from the peer of the connection and the headers of the request. */
export type CallerOf = (peer: string, headers: Headers) => Peer

/** The part of Elysia's context that a route reads. */
export interface Incoming {
  request: Request
  set: Outgoing
  server: { requestIP(request: Request): { address: string } | null } | null
}

type Reply = string | Response
/** Makes a reply, and turns whatever is thrown on the way into one. */
export type Guard = (incoming: Incoming, make: (incoming: Incoming) => Eventually<Reply>) => Eventually<Reply>

/** Adds a route for every tool: a request becomes a call, and the outcome becomes a reply. */
export function mount(app: Elysia, tools: Iterable<Runnable>, callerOf: CallerOf, guard: Guard): void {
  for (const runnable of tools) {
    const { method, path } = runnable.tool
    const answer = routeOf(runnable, callerOf)
    // Elysia prepares what the handler's parameter names. These names keep it from parsing the query, headers and cookies.
    app.route(method, path, ({ request, set, server }: Incoming) => guard({ request, set, server }, answer), { parse: 'none' })
  }
}

function routeOf(runnable: Runnable, callerOf: CallerOf): (incoming: Incoming) => Eventually<Reply> {
  const { tool, example } = runnable
  const isText = tool.result.type === 'string'
  const answer = (incoming: Incoming, body: unknown): Eventually<Reply> => {
    const { request, set } = incoming
    const format = isText ? 'text' : negotiateFormat(request, tool.body ? OVER_TIME : AT_ONCE)
    const call = callOf(incoming, body, callerOf)
    set.headers['cache-control'] = 'no-store'
    if (!isText) markLanguage(set, call.locale, 'Accept, Accept-Language')
    if (format === 'ndjson' || format === 'sse') return streamReply(runnable, call, format, set)
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

function callOf(incoming: Incoming, body: unknown, callerOf: CallerOf): Call {
  const { request, set } = incoming
  const call: Call = {
    body,
    caller: callerOfRequest(incoming, callerOf),
    locale: negotiateLocale(request.headers.get('accept-language')),
    // The runtime creates the signal of a request on first access, which a query can save: it ends before the signal could fire.
    signal: body === NO_BODY ? NEVER : request.signal,
    face: 'http',
  }
  // A query is not counted.
  return body === NO_BODY ? call : { ...call, counted: (allowance) => markAllowance(set, allowance) }
}

async function streamReply({ run }: Runnable, call: Call, format: StreamFormat, set: Outgoing): Promise<Response> {
  const begin = (signal: AbortSignal, report: (event: unknown) => void) => run({ ...call, signal, report })
  const stream = await streamOf(format, call.signal, begin, (thrown) => explain(thrown, call.locale))
  markStream(set, format)
  return new Response(stream)
}

export function callerOfRequest({ request, server }: Pick<Incoming, 'request' | 'server'>, callerOf: CallerOf): Peer {
  const peer = server?.requestIP(request)
  // The client has gone; nobody will read the answer.
  if (!peer) throw internalFault
  return callerOf(peer.address, request.headers)
}
