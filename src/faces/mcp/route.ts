import { Refusal } from '../../contract/problem.ts'
import { negotiateLocale } from '../../contract/text.ts'
import type { Eventually } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import { readJsonBody } from '../http/body.ts'
import { oddHostOf } from '../http/host.ts'
import { type Asked, callerOfRequest } from '../http/incoming.ts'
import { pageOriginOf } from '../http/origin.ts'
import { EXPOSED, markAllowance, markAnswer, replyProblem } from '../http/reply.ts'
import type { Front, Lifecycle } from '../http/service-routes.ts'
import { type Routes, refusedMethods } from '../http/unrouted.ts'
import { countAs, followStream, type Handler, watched } from '../http/watch.ts'
import { followed } from './follow.ts'
import type { Respond } from './http-server.ts'
import { mcpText } from './mcp.text.ts'
import { offered } from './offer.ts'

export const MCP_PATH = '/mcp'
/** Clients of 2025-03 may send several messages at once; later ones send one. */
const BATCH_MAX = 8
/** Reading a message and answering it takes as much work as a look-up, whatever it says; of what it runs, so much is paid by then. */
const MESSAGE_WEIGHT = 1
const EXAMPLE = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
const PREFLIGHT_MAX_AGE_S = 86_400
/** What clients in a browser send, beside what they may always send. */
const HEADERS_ALLOWED =
  'Content-Type, Accept, Accept-Language, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID'

/** What is put on an answer. */
interface Outgoing {
  headers: Record<string, string>
  status?: number
}

type Reply = (request: Request, set: Outgoing) => Eventually<Response>

/**
 * Returns the path of the Model Context Protocol. Its routes are Bun's own, because other paths are open to the pages of every origin and
 * this one is not: the protocol demands that a page cannot act as an agent through the browser of its visitor.
 */
export function mcpRoutes(
  tools: ReadonlyMap<string, Runnable>,
  front: Front,
  lifecycle: Lifecycle,
  server: () => Asked['server'],
): Routes {
  const { watches } = front
  const answer = answerWith(tools, front, server)
  const route = (reply: Reply): Handler => {
    const handler = guarded(reply, front, lifecycle, server)
    return watches ? watched(handler, server, watches) : handler
  }
  const refused = refusedMethods(new Map([[MCP_PATH, ['POST']]]), (refusal) =>
    route(() => {
      throw refusal
    }),
  )
  return { [MCP_PATH]: { ...refused[MCP_PATH], POST: route(answer), OPTIONS: route(preflight) } }
}

/** Checks who asks before anything else is done, and turns whatever is thrown into a problem body. */
function guarded(
  reply: Reply,
  { publicOrigins, idOf, log }: Front,
  lifecycle: Lifecycle,
  server: () => Asked['server'],
): Handler {
  return async (request) => {
    const set: Outgoing = { headers: lifecycle.stopping ? { connection: 'close' } : {} }
    try {
      const odd = oddHostOf(request)
      if (odd) throw odd
      const origin = pageOriginOf(request, publicOrigins)
      if (origin !== null) set.headers['access-control-allow-origin'] = origin
      return dressed(await reply(request, set), set)
    } catch (thrown) {
      const requestId = idOf({ request, server: server() })
      if (!(thrown instanceof Refusal)) log.error('a request failed', { path: MCP_PATH, requestId, error: thrown })
      return dressed(new Response(replyProblem(set, thrown, request, requestId), set), set)
    }
  }
}

function dressed(response: Response, { headers }: Outgoing): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  response.headers.set('vary', 'Origin, Accept-Language')
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  return response
}

function preflight(): Response {
  const headers = {
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': HEADERS_ALLOWED,
    'access-control-expose-headers': EXPOSED.join(', '),
    'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
    allow: 'POST, OPTIONS',
  }
  return new Response(null, { status: 204, headers })
}

function answerWith(tools: ReadonlyMap<string, Runnable>, front: Front, server: () => Asked['server']): Reply {
  const { callerOf, idOf, limitsOf, log, spend } = front
  let loading: Promise<Respond> | null = null
  const load = async () => {
    const { respondWith } = await import('./http-server.ts')
    const fail = (error: unknown, requestId: string | null) => log.error('a request failed', { path: MCP_PATH, requestId, error })
    return respondWith({ tools: offered(tools.values()), forwarding: null, limitsOf, fail })
  }
  return async (request, set) => {
    const asked = { request, server: server() }
    const message = await readJsonBody(request, EXAMPLE)
    if (Array.isArray(message) && message.length > BATCH_MAX) throw LONG_BATCH
    let code: string | null = null
    const caller = callerOfRequest(asked, callerOf)
    await spend({ caller, counted: (allowance) => markAllowance(set, allowance) }, MESSAGE_WEIGHT * messagesIn(message))
    const exchange = {
      caller,
      prepaid: MESSAGE_WEIGHT,
      locale: negotiateLocale(request.headers.get('accept-language')),
      requestId: () => idOf(asked),
      runs: (tool: string) => countAs(request, tool),
      refused(problem: string) {
        code ??= problem
      },
    }
    loading ??= load()
    const respond = await loading
    const { response, over } = followed(await respond(request, message, exchange))
    if (response.status >= 500) log.error('a request failed', { path: MCP_PATH, requestId: idOf(asked), status: response.status })
    markAnswer(response, idOf(asked))
    followStream(
      request,
      over.then(() => code),
    )
    return response
  }
}

/** Even an empty batch is answered. */
function messagesIn(message: unknown): number {
  return Array.isArray(message) ? Math.max(1, message.length) : 1
}

const LONG_BATCH = new Refusal('invalid-request', (locale) => mcpText.say(locale, 'long-batch', { limit: BATCH_MAX }))
