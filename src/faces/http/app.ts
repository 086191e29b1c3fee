import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import { Refusal } from '../../contract/problem.ts'
import type { Runnable } from '../../run/run.ts'
import type { Incoming } from './incoming.ts'
import { EXPOSED, type Outgoing, pathOf, replyProblem } from './reply.ts'
import { type Front, type Lifecycle, mountOwnRoutes } from './service-routes.ts'
import { type Guard, mount } from './tool-routes.ts'
import { allowedOf, type Routes, refusedMethods, unrouted } from './unrouted.ts'
import { type Handler, watched } from './watch.ts'

/** Bun answers a larger body itself, bare; ours are refused long before, with a problem that says why. */
const SERVER_MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER
/** A stream may be silent for twenty seconds between two events, and Bun cuts one that is for longer than this. */
const IDLE_TIMEOUT_S = 30
const OPEN_TO_ALL = { 'access-control-allow-origin': '*' }
/** A day is the longest that a browser believes what it was told. */
const PREFLIGHT_MAX_AGE_S = 86_400

/** The whole HTTP surface. It listens on nothing yet. */
export function createApp(tools: ReadonlyMap<string, Runnable>, front: Front, lifecycle: Lifecycle): Elysia {
  const routes: Routes = {}
  const fail = failWith(front)
  const app: Elysia = new Elysia({
    normalize: false,
    strictPath: true,
    serve: {
      development: false,
      reusePort: false,
      maxRequestBodySize: SERVER_MAX_BODY_BYTES,
      idleTimeout: IDLE_TIMEOUT_S,
      routes,
    },
  })
  app
    .headers(OPEN_TO_ALL)
    .onRequest(({ set }) => markStopping(set, lifecycle))
    .onError(({ error, request, set }) => fail({ request, set, server: app.server }, error))
  const { watches } = front
  // A seam: Elysia's own type of a handler says nothing of what it takes and returns.
  if (watches) app.wrap((handler) => watched(handler as unknown as Handler, () => app.server, watches))
  mount(app, tools.values(), front, guardWith(fail))
  mountOwnRoutes(app, [...tools.values()], front, lifecycle)
  Object.assign(routes, otherRequests(app, front, lifecycle))
  return app
}

/** Routes for what no route of ours takes. Elysia hands them to Bun as they are, so they set every header by themselves. */
function otherRequests(app: Elysia, { idOf, watches }: Front, lifecycle: Lifecycle): Routes {
  const allowed = allowedOf(app.routes)
  const refuse = (refusal: Refusal, request: Request) => {
    const set = { headers: { ...OPEN_TO_ALL }, status: refusal.status }
    markStopping(set, lifecycle)
    return new Response(replyProblem(set, refusal, request, idOf({ request, server: app.server })), set)
  }
  const preflights = preflightApp(lifecycle)
  const other = (request: Request) =>
    request.method === 'OPTIONS' ? preflights.handle(request) : refuse(unrouted(request, allowed), request)
  if (!watches) return { ...refusedMethods(allowed, refuse), '/*': other }
  const seen = (handler: Handler) => watched(handler, () => app.server, watches)
  return { ...refusedMethods(allowed, (refusal, request) => seen(() => refuse(refusal, request))(request)), '/*': seen(other) }
}

type Fail = (incoming: Incoming, thrown: unknown) => string

/** Faults of tools are told where they run; what else fails is told here. */
function failWith({ log, idOf }: Pick<Front, 'log' | 'idOf'>): Fail {
  return (incoming, thrown) => {
    const { request, set } = incoming
    const requestId = idOf(incoming)
    if (!(thrown instanceof Refusal)) log.error('a request failed', { path: pathOf(request.url), requestId, error: thrown })
    return replyProblem(set, thrown, request, requestId)
  }
}

function guardWith(fail: Fail): Guard {
  return (incoming, make) => {
    try {
      const reply = make(incoming)
      return reply instanceof Promise ? reply.catch((thrown) => fail(incoming, thrown)) : reply
    } catch (thrown) {
      return fail(incoming, thrown)
    }
  }
}

/**
 * What a browser is told that asks first. An app of its own, since the plug-in otherwise runs before every request, and puts
 * what concerns preflights alone on every answer. Its own origin header would come with `Vary: *`; ours is a plain star.
 */
function preflightApp(lifecycle: Lifecycle): Elysia {
  const app: Elysia = new Elysia()
  app
    .headers(OPEN_TO_ALL)
    .onRequest(({ set }) => markStopping(set, lifecycle))
    .use(
      cors({
        origin: false,
        methods: ['GET', 'POST', 'OPTIONS'],
        allowedHeaders: ['Content-Type', 'Accept-Language'],
        exposeHeaders: EXPOSED.split(', '),
        credentials: false,
        maxAge: PREFLIGHT_MAX_AGE_S,
      }),
    )
  return app
}

/** A client lets go of a server that is stopping: the connection ends with this answer. */
function markStopping(set: Outgoing, lifecycle: Lifecycle): void {
  if (lifecycle.stopping) set.headers.connection = 'close'
}
