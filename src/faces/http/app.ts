import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import { Refusal } from '../../contract/problem.ts'
import { afterwards } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import { type Compat, compatOf, type PortTest } from '../compat/answers.ts'
import { oddHostOf } from './host.ts'
import type { Incoming } from './incoming.ts'
import { EXPOSED, type Outgoing, pathOf, replyProblem } from './reply.ts'
import { type Front, type Lifecycle, mountOwnRoutes } from './service-routes.ts'
import { type Guard, mount } from './tool-routes.ts'
import { allowedOf, methodNotAllowed, type Routes, refusedMethods, unrouted } from './unrouted.ts'
import { type Handler, watched } from './watch.ts'

/** Above its own limit, Bun answers without a body. Ours is far lower and answers with a problem that says why. */
const SERVER_MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER
/** Bun cuts connections that are silent for longer than this. A stream may be silent for twenty seconds between events. */
const IDLE_TIMEOUT_S = 30
const OPEN_TO_ALL = { 'access-control-allow-origin': '*' }
/** A day is the longest that a browser caches a preflight. */
const PREFLIGHT_MAX_AGE_S = 86_400

/** The whole HTTP surface. It does not listen yet. */
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
    .onRequest(({ request, set }) => {
      markStopping(set, lifecycle)
      const odd = oddHostOf(request)
      if (odd) throw odd
    })
    .onError(({ error, request, set }) => fail({ request, set, server: app.server }, error))
  const { watches } = front
  // A seam: Elysia's own type of a handler says nothing about what it takes and returns.
  if (watches) app.wrap((handler) => watched(handler as unknown as Handler, () => app.server, watches))
  const guard = guardWith(fail)
  mount(app, tools.values(), front, guard)
  mountOwnRoutes(app, [...tools.values()], front, lifecycle)
  const compat = front.compat ? compatOf(tools, front) : null
  for (const [path, answer] of Object.entries(compat?.paths ?? {})) {
    app.get(path, ({ request, set, server }: Incoming) => guard({ request, set, server }, answer))
  }
  const others = otherRequests(app, front, lifecycle)
  Object.assign(routes, others, compat ? portTests(app, compat, { front, lifecycle, guard, other: others['/*'] }) : {})
  return app
}

/** Routes for all other requests. Elysia passes them to Bun unchanged, so they set every header themselves. */
function otherRequests(app: Elysia, { idOf, watches }: Front, lifecycle: Lifecycle): Routes & { '/*': Handler } {
  const allowed = allowedOf(app.routes)
  const refuse = (refusal: Refusal, request: Request) => {
    const set = { headers: { ...OPEN_TO_ALL }, status: refusal.status }
    markStopping(set, lifecycle)
    const requestId = idOf({ request, server: app.server })
    return new Response(replyProblem(set, oddHostOf(request) ?? refusal, request, requestId), set)
  }
  const preflights = preflightApp(lifecycle)
  const other = (request: Request) => {
    const isPreflight = request.method === 'OPTIONS' && !oddHostOf(request)
    return isPreflight ? preflights.handle(request) : refuse(unrouted(request, allowed), request)
  }
  if (!watches) return { ...refusedMethods(allowed, refuse), '/*': other }
  const seen = (handler: Handler) => watched(handler, () => app.server, watches)
  return { ...refusedMethods(allowed, (refusal, request) => seen(() => refuse(refusal, request))(request)), '/*': seen(other) }
}

interface Around {
  readonly front: Front
  readonly lifecycle: Lifecycle
  readonly guard: Guard
  /** For every path that does not name a port. */
  readonly other: Handler
}

/** Routes whose path names a port. Like those above they are Bun's own: only its router sees that there is one segment. */
function portTests(app: Elysia, compat: Compat, { front: { watches }, lifecycle, guard, other }: Around): Routes {
  const answer = (test: PortTest, request: Request) => {
    const set: Outgoing = { headers: { ...OPEN_TO_ALL } }
    markStopping(set, lifecycle)
    const reply = guard({ request, set, server: app.server }, (incoming) => {
      const odd = oddHostOf(request)
      if (odd) throw odd
      if (request.method !== 'GET') throw methodNotAllowed(pathOf(request.url), ['GET'])
      return test(incoming)
    })
    return afterwards(reply, (body) => (typeof body === 'string' ? responseOf(body, set) : body))
  }
  const route = (request: Request) => {
    const test = compat.portTest(pathOf(request.url))
    if (!test || request.method === 'OPTIONS') return other(request)
    return watches
      ? watched(
          () => answer(test, request),
          () => app.server,
          watches,
        )(request)
      : answer(test, request)
  }
  return { '/:port': route, '/port/:port': route }
}

function responseOf(body: string, { status = 200, headers }: Outgoing): Response {
  return new Response(body, {
    status: Number(status),
    headers: Object.entries(headers).map(([name, value]) => [name, `${value}`]),
  })
}

type Fail = (incoming: Incoming, thrown: unknown) => string

/** The run logs the faults of tools; everything else that fails is logged here. */
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
 * Answers preflights. It is an app of its own because the plug-in would otherwise run before every request and put the headers
 * for preflights on every answer. The plug-in's origin header comes with `Vary: *`, so we set a plain star ourselves.
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

/** Ends the connection with this answer if the server is stopping. */
function markStopping(set: Outgoing, lifecycle: Lifecycle): void {
  if (lifecycle.stopping) set.headers.connection = 'close'
}
