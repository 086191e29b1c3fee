import type { Elysia } from 'elysia'
import { type Allowance, Refusal } from '../../contract/problem.ts'
import { negotiateLocale } from '../../contract/text.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { readJsonBody } from '../http/body.ts'
import { MCP_PATH } from '../http/origin.ts'
import { BY_ORIGIN, type Exchange, markAllowance, markRequest, type Outgoing } from '../http/reply.ts'
import type { Site } from '../http/site.ts'
import { inOneLine } from '../http/stream.ts'
import { type Visit, visitOf } from '../http/visit.ts'
import { mcpText } from './mcp.text.ts'
import { EXAMPLE_MESSAGE, offered } from './offer.ts'
import type { respondWith } from './protocol-server.ts'

/** The size of a batch: clients of 2025-03 may send several messages at once; later ones send one. */
const BATCH_MAX = 8
/** The charge for a message: reading and answering it takes as much work as a look-up. A run that it starts pays that much less. */
const MESSAGE_WEIGHT = 1

/** Adds the path of the Model Context Protocol. `judgePage` has checked the origin by then, and answers preflights. */
export function mountMcp(app: Elysia, tools: ReadonlyMap<string, Runnable>, site: Site): void {
  const answer = answerWith(tools, site)
  app.post(MCP_PATH, async ({ request, set }: Exchange) => answer({ request, set }), { parse: 'none' })
}

function answerWith(
  tools: ReadonlyMap<string, Runnable>,
  { limitsOf, catalogue, log, spend }: Site,
): (exchange: Exchange) => Promise<Response> {
  let loading: Promise<ReturnType<typeof respondWith>> | null = null
  const load = async () => {
    const protocol = await import('./protocol-server.ts')
    const fail = (error: unknown, requestId: string | null) => log.error('a request failed', { path: MCP_PATH, requestId, error })
    return protocol.respondWith({ tools: offered(tools.values()), isHome: false, forwarding: null, limitsOf, catalogue, fail })
  }
  return async ({ request, set }) => {
    const visit = visitOf(request)
    const message = await readJsonBody(request, { example: EXAMPLE_MESSAGE, publicOrigins: null })
    if (Array.isArray(message) && message.length > BATCH_MAX) throw LONG_BATCH
    let code: string | null = null
    const { caller } = visit
    const left = await charged(message, visit, set, spend)
    const exchange = {
      caller,
      prepaid: MESSAGE_WEIGHT,
      ...left,
      locale: negotiateLocale(request.headers.get('accept-language')),
      requestId: () => visit.id,
      runs: (tool: string) => visit.ran(tool),
      refused(problem: string) {
        code ??= problem
      },
    }
    loading ??= load()
    const respond = await loading
    const { response, over } = followed(await respond(request, message, exchange))
    if (response.status >= 500) log.error('a request failed', { path: MCP_PATH, requestId: visit.id, status: response.status })
    set.headers.vary = `${BY_ORIGIN}, Accept-Language`
    // The plug-in has set it for the pages of all.
    delete set.headers['access-control-allow-methods']
    markRequest(set, visit.id)
    visit.over = over.then(() => code)
    return response
  }
}

/** Charges for a message or a batch, and returns what is left. */
async function charged(
  message: unknown,
  { caller }: Visit,
  set: Outgoing,
  spend: Site['spend'],
): Promise<{ allowance?: Allowance }> {
  const left: { allowance?: Allowance } = {}
  const counted = (allowance: Allowance) => {
    left.allowance = allowance
    markAllowance(set, allowance)
  }
  await spend({ caller, counted }, MESSAGE_WEIGHT * (Array.isArray(message) ? Math.max(1, message.length) : 1))
  return left
}

const LONG_BATCH = new Refusal('invalid-request', (locale) => mcpText.say(locale, 'long-batch', { limit: BATCH_MAX }), {
  errors: [],
})

/**
 * Returns an answer, and a promise that it is over: at once, or if it is a stream, when that ends or its client leaves. The library writes an event
 * at a time, so what some readers take for the end of a line can be escaped here.
 */
function followed(response: Response): { readonly response: Response; readonly over: Promise<void> } {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!response.body || !isStream) return { response, over: Promise.resolve() }
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const reader = response.body.getReader()
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]
  const body = new ReadableStream<Uint8Array>({
    async pull(to) {
      try {
        const { done, value } = await reader.read()
        if (!done) return to.enqueue(encoder.encode(inOneLine(decoder.decode(value, { stream: true }))))
        to.close()
      } catch (error) {
        to.error(error)
      }
      end()
    },
    async cancel(reason) {
      end()
      await reader.cancel(reason)
    },
  })
  return { response: new Response(body, response), over }
}
