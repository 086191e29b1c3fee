import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import { afterwards } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import { type Compat, compatOf, type PortTest } from '../compat/answers.ts'
import { mcpRoutes } from '../mcp/route.ts'
import { mountPage } from '../web/routes.ts'
import { mountSignposts } from '../web/signposts.ts'
import { oddHostOf } from './host.ts'
import type { Incoming } from './incoming.ts'
import { refuseForeignPage } from './origin.ts'
import { CLOSING, type Fail, failWith, guarded, OPEN_TO_ALL, queryRoutes, refusing } from './own-routes.ts'
import { EXPOSED, type Outgoing, pathOf } from './reply.ts'
import { type Front, type Lifecycle, mountOwnRoutes } from './service-routes.ts'
import { type Guard, mount } from './tool-routes.ts'
import { allowedOf, methodNotAllowed, type Routes, refusedMethods, unrouted } from './unrouted.ts'
import { type Handler, watched } from './watch.ts'

/** What runs tools. */
const TOOLS_PATH = '/api/tools/'
/** A day is the longest that a browser caches a preflight. */
const PREFLIGHT_MAX_AGE_S = 86_400

/** Returns the whole HTTP surface. It does not listen yet. */
export function createApp(tools: ReadonlyMap<string, Runnable>, front: Front, lifecycle: Lifecycle): Elysia {
  const routes: Routes = {}
  const fail = failWith(front)
  const app: Elysia = new Elysia({
    normalize: false,
    strictPath: true,
    serve: { routes },
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
  const runnables = [...tools.values()]
  const guard = guardWith(fail)
  mount(app, runnables, front, guard)
  const compat = front.compat ? compatOf(tools, front) : null
  mountPage(app, tools, front, ({ request, set, server }) => {
    const answer = compat?.home(request)
    return answer ? guard({ request, set, server }, answer) : null
  })
  mountOwnRoutes(app, runnables, front, lifecycle)
  mountSignposts(app, runnables, front.publicOrigins)
  for (const [path, answer] of Object.entries(compat?.paths ?? {})) {
    app.get(path, ({ request, set, server }: Incoming) => guard({ request, set, server }, answer))
  }
  const own = ownRoutes(app, runnables, front, lifecycle)
  const tests = compat ? portTests(app, compat, { front, lifecycle, guard, other: own['/*'] }) : {}
  const mcp = mcpRoutes(tools, front, lifecycle, () => app.server)
  Object.assign(routes, own, tests, mcp)
  return app
}

/**
 * Returns the routes of Bun itself: queries, and all requests that have no route. Bun's router passes them on unchanged, so they set every
 * header themselves.
 */
function ownRoutes(app: Elysia, tools: readonly Runnable[], front: Front, lifecycle: Lifecycle): Routes & { '/*': Handler } {
  const { watches } = front
  const queries = tools.filter(({ tool }) => tool.body === null)
  const allowed = allowedOf([...app.routes, ...queries.map(({ tool }) => tool)])
  const server = () => app.server
  const refuse = refusing(front, lifecycle, server)
  const preflights = preflightApp(lifecycle)
  const preflight = (request: Request) => {
    if (pathOf(request.url).startsWith(TOOLS_PATH)) refuseForeignPage(request, front)
    return preflights.handle(request)
  }
  const other = (request: Request) => {
    const isPreflight = request.method === 'OPTIONS' && !oddHostOf(request)
    if (!isPreflight) return refuse(unrouted(request, allowed), request)
    return guarded(
      () => preflight(request),
      (thrown) => refuse(thrown, request),
    )
  }
  const seen = (handler: Handler) => (watches ? watched(handler, server, watches) : handler)
  const routes = refusedMethods(allowed, (refusal) => seen((request) => refuse(refusal, request)))
  for (const [path, handlers] of Object.entries(queryRoutes(queries, front, lifecycle, server))) {
    routes[path] = { ...routes[path], ...handlers }
  }
  return { ...routes, '/*': seen(other) }
}

interface Around {
  readonly front: Front
  readonly lifecycle: Lifecycle
  readonly guard: Guard
  /** For every path that does not name a port. */
  readonly other: Handler
}

/** Routes whose path names a port. Like those above they are Bun's own: only its router sees that there is one segment. */
function portTests(app: Elysia, compat: Compat, { front, lifecycle, guard, other }: Around): Routes {
  const { watches } = front
  const answer = (test: PortTest, request: Request) => {
    const set: Outgoing = { headers: { ...OPEN_TO_ALL } }
    markStopping(set, lifecycle)
    const reply = guard({ request, set, server: app.server }, (incoming) => {
      const odd = oddHostOf(request)
      if (odd) throw odd
      refuseForeignPage(request, front)
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

function guardWith(fail: Fail): Guard {
  return (incoming, make) =>
    guarded(
      () => make(incoming),
      (thrown) => fail(incoming, thrown),
    )
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
  if (lifecycle.stopping) Object.assign(set.headers, CLOSING)
}
