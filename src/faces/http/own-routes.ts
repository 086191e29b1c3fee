import { Refusal } from '../../contract/problem.ts'
import type { Eventually } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import { oddHostOf } from './host.ts'
import type { Asked, Incoming } from './incoming.ts'
import { queryAnswers } from './query-routes.ts'
import { pathOf, replyProblem } from './reply.ts'
import type { Front, Lifecycle } from './service-routes.ts'
import { type Handler, watched } from './watch.ts'

// Routes of Bun itself, whose router passes requests on unchanged: they set every header themselves.

export const OPEN_TO_ALL = { 'access-control-allow-origin': '*' }
export const CLOSING = { ...OPEN_TO_ALL, connection: 'close' }

/** The part of what routes need that is there before everything else is loaded. */
export type Doorway = Pick<Front, 'callerOf' | 'idOf' | 'log' | 'pipelines' | 'watches'>

type OfServer = () => Asked['server']

/** Routes for the tools without a body. */
export function queryRoutes(
  queries: readonly Runnable[],
  doorway: Doorway,
  lifecycle: Lifecycle,
  server: OfServer,
): Record<string, Record<'GET' | 'HEAD', Handler>> {
  const { watches } = doorway
  const refuse = refusing(doorway, lifecycle, server)
  const common = commonTo(lifecycle)
  const handlerOf = (runnable: Runnable): Handler => {
    const answer = queryAnswers(runnable, doorway, common)
    const handler: Handler = (request) => {
      const odd = oddHostOf(request)
      if (odd) return refuse(odd, request)
      return guarded(
        () => answer({ request, server: server() }),
        (thrown) => refuse(thrown, request),
      )
    }
    return watches ? watched(handler, server, watches, runnable.tool.path) : handler
  }
  return Object.fromEntries(
    queries.map((runnable) => {
      const handler = handlerOf(runnable)
      return [runnable.tool.path, { GET: handler, HEAD: handler }]
    }),
  )
}

/** Answers with a problem. */
export function refusing(
  doorway: Doorway,
  lifecycle: Lifecycle,
  server: OfServer,
): (thrown: unknown, request: Request) => Response {
  const fail = failWith(doorway)
  const common = commonTo(lifecycle)
  return (thrown, request) => {
    const set = { headers: { ...common() }, status: 500 }
    return new Response(fail({ request, set, server: server() }, oddHostOf(request) ?? thrown), set)
  }
}

function commonTo(lifecycle: Lifecycle): () => Record<string, string> {
  return () => (lifecycle.stopping ? CLOSING : OPEN_TO_ALL)
}

export type Fail = (incoming: Incoming, thrown: unknown) => string

/** Returns the run logs the faults of tools; everything else that fails is logged here. */
export function failWith({ log, idOf }: Pick<Doorway, 'log' | 'idOf'>): Fail {
  return (incoming, thrown) => {
    const { request, set } = incoming
    const requestId = idOf(incoming)
    if (!(thrown instanceof Refusal)) log.error('a request failed', { path: pathOf(request.url), requestId, error: thrown })
    return replyProblem(set, thrown, request, requestId)
  }
}

/** Makes something, or something instead of it from whatever is thrown on the way. */
export function guarded<Made, Instead>(
  make: () => Eventually<Made>,
  instead: (thrown: unknown) => Instead,
): Eventually<Made | Instead> {
  try {
    const made = make()
    return made instanceof Promise ? made.catch(instead) : made
  } catch (thrown) {
    return instead(thrown)
  }
}
