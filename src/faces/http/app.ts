import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import { Refusal } from '../../contract/problem.ts'
import type { Logger } from '../../observe/log.ts'
import type { Runnable } from '../../run/run.ts'
import { EXPOSED, type Outgoing, pathOf, replyProblem } from './reply.ts'
import { type Front, type Lifecycle, mountOwnRoutes } from './service-routes.ts'
import { type Guard, type Incoming, mount } from './tool-routes.ts'
import { allowedOf, type Routes, refusedMethods, unrouted } from './unrouted.ts'

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
  const fail = failWith(front.log)
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
    .onError(({ error, request, set }) => fail({ request, set }, error))
  mount(app, tools.values(), front.callerOf, guardWith(fail))
  mountOwnRoutes(app, [...tools.values()], front, lifecycle)
  Object.assign(routes, otherRequests(app, lifecycle))
  return app
}

/** Routes for what no route of ours takes. Elysia hands them to Bun as they are, so they set every header by themselves. */
function otherRequests(app: Elysia, lifecycle: Lifecycle): Routes {
  const allowed = allowedOf(app.routes)
  const refuse = (refusal: Refusal, request: Request) => {
    const set = { headers: { ...OPEN_TO_ALL }, status: refusal.status }
    markStopping(set, lifecycle)
    return new Response(replyProblem(set, refusal, request), set)
  }
  const preflights = preflightApp(lifecycle)
  return {
    ...refusedMethods(allowed, refuse),
    '/*': (request) => (request.method === 'OPTIONS' ? preflights.handle(request) : refuse(unrouted(request, allowed), request)),
  }
}

type Fail = (exchange: Pick<Incoming, 'request' | 'set'>, thrown: unknown) => string

/** Faults of tools are told where they run; what else fails is told here. */
function failWith(log: Logger): Fail {
  return ({ request, set }, thrown) => {
    if (!(thrown instanceof Refusal)) log.error('a request failed', { path: pathOf(request.url), error: thrown })
    return replyProblem(set, thrown, request)
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
        exposeHeaders: EXPOSED,
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
