import type { Elysia } from 'elysia'
import type { Allowance } from '../../contract/allowance.ts'
import { negotiateLocale } from '../../contract/text.ts'
import { afterwards, type Call, type Eventually } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import { renderText } from '../text/render.ts'
import { readJsonBody } from './body.ts'
import { callerOfRequest, type Incoming } from './incoming.ts'
import { refuseForeignPage } from './origin.ts'
import {
  DESCRIBED,
  explain,
  markAllowance,
  markLanguage,
  markRequest,
  negotiateFormat,
  OVER_TIME,
  replyJson,
  replyText,
  type StreamFormat,
} from './reply.ts'
import type { Who } from './request-id.ts'
import type { Front } from './service-routes.ts'
import { markStream, streamOf } from './stream.ts'
import { followStream } from './watch.ts'

/** A body that is large enough to be charged for before it is parsed; the run pays so much less. */
const LARGE_BODY_WEIGHT = 1

/** Who asks, and what tools take of them and of their browsers. */
type Payee = Who & Pick<Front, 'spend' | 'publicOrigins' | 'isInside'>

type Reply = string | Response
/** Makes a reply, and turns whatever is thrown on the way into one. */
export type Guard = (incoming: Incoming, make: (incoming: Incoming) => Eventually<Reply>) => Eventually<Reply>

/** Adds a route for every tool with a body: a request becomes a call, and the outcome becomes a reply. */
export function mount(app: Elysia, tools: Iterable<Runnable>, who: Payee, guard: Guard): void {
  for (const runnable of tools) {
    const { method, path, body } = runnable.tool
    if (!body) continue
    const answer = routeOf(runnable, who)
    // Elysia prepares what the handler's parameter names. These names keep it from parsing the query, headers and cookies.
    app.route(method, path, ({ request, set, server }: Incoming) => guard({ request, set, server }, answer), { parse: 'none' })
  }
}

function routeOf(runnable: Runnable, who: Payee): (incoming: Incoming) => Eventually<Reply> {
  const { example } = runnable
  const answer = (incoming: Incoming, body: unknown, prepaid: number): Eventually<Reply> => {
    const { request, set } = incoming
    const format = negotiateFormat(request, OVER_TIME)
    const call = { ...callOf(incoming, body, who), prepaid }
    set.headers['cache-control'] = 'no-store'
    markRequest(set, who.idOf(incoming))
    set.headers.link = DESCRIBED
    markLanguage(set, call.locale, 'Accept, Accept-Language')
    if (format === 'ndjson' || format === 'sse') return streamReply(runnable, call, format, incoming)
    return afterwards(runnable.run(call), (outcome) =>
      format === 'json' ? replyJson(set, outcome.answer) : replyText(set, renderText(runnable, outcome, call.locale)),
    )
  }
  return async (incoming) => {
    const { request, set } = incoming
    refuseForeignPage(request, who)
    let prepaid = 0
    const body = await readJsonBody(request, example, () => {
      prepaid = LARGE_BODY_WEIGHT
      const counted = (allowance: Allowance) => markAllowance(set, allowance)
      return who.spend({ caller: callerOfRequest(incoming, who.callerOf), counted }, prepaid)
    })
    return answer(incoming, body, prepaid)
  }
}

/** What a tool is asked by a request. */
export function callOf(incoming: Incoming, body: unknown, { callerOf, idOf }: Who): Call {
  const { request, set } = incoming
  return {
    body,
    caller: callerOfRequest(incoming, callerOf),
    locale: negotiateLocale(request.headers.get('accept-language')),
    signal: request.signal,
    face: 'http',
    requestId: () => idOf(incoming),
    counted: (allowance) => markAllowance(set, allowance),
  }
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
