import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import { problemText } from './problem.text.ts'
import { Refusal } from './problem.ts'
import { mount, type Services } from './registry/mount.ts'
import type { NamedTool } from './registry/tools.ts'
import { pathOf, replyProblem } from './reply.ts'
import { type Lifecycle, mountOwnRoutes } from './routes.ts'
import { negotiateLocale } from './text.ts'

/** Bun answers a larger body itself, bare; ours are refused long before, with a problem that says why. */
const SERVER_MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER
/** A stream may be silent for twenty seconds between two events, and Bun cuts one that is for longer than this. */
const IDLE_TIMEOUT_S = 30
const PREFLIGHT_MAX_AGE_S = 86_400
/** How much of a path that nobody serves is said back. */
const SHOWN_PATH_MAX = 200

/** The whole HTTP surface. It listens on nothing yet. */
export function createApp(tools: readonly NamedTool[], services: Services, lifecycle: Lifecycle): Elysia {
  const app: Elysia = new Elysia({
    normalize: false,
    strictPath: true,
    serve: { development: false, reusePort: false, maxRequestBodySize: SERVER_MAX_BODY_BYTES, idleTimeout: IDLE_TIMEOUT_S },
  })
  app
    .headers({ 'access-control-allow-origin': '*' })
    // Before cors, which answers preflights itself.
    .onRequest(({ set }) => {
      if (lifecycle.stopping) set.headers.connection = 'close'
    })
    .use(
      cors({
        // The plugin would answer `Vary: *` beside a star; the header above says it without.
        origin: false,
        methods: ['GET', 'POST', 'OPTIONS'],
        allowedHeaders: ['Content-Type', 'Accept-Language'],
        exposeHeaders: ['Allow'],
        credentials: false,
        maxAge: PREFLIGHT_MAX_AGE_S,
      }),
    )
    .onError(({ code, error, request, set }) => {
      const locale = negotiateLocale(request.headers.get('accept-language'))
      if (code !== 'NOT_FOUND') services.log.error('a request failed', { path: pathOf(request.url), error })
      return replyProblem(set, code === 'NOT_FOUND' ? unrouted(pathOf(request.url), methodsByPath) : error, locale)
    })
  mount(app, tools, services)
  mountOwnRoutes(app, tools, services, lifecycle)
  const methodsByPath = methodsOf(app.routes)
  return app
}

/** What may be asked of each path, as `Allow` lists it. */
function methodsOf(routes: readonly { method: string; path: string }[]): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { method, path } of routes) {
    if (method === 'OPTIONS') continue
    methods.set(path, [...(methods.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
  }
  return methods
}

function unrouted(requested: string, methodsByPath: ReadonlyMap<string, string[]>): Refusal {
  const methods = methodsByPath.get(requested)
  const path = requested.slice(0, SHOWN_PATH_MAX)
  if (!methods) return new Refusal('not-found', (locale) => problemText.say(locale, 'not-found-detail', { path }))
  const slots = { path, allowed: methods.join(', ') }
  return new Refusal('method-not-allowed', (locale) => problemText.say(locale, 'method-not-allowed-detail', slots), {
    headers: { allow: [...methods, 'OPTIONS'].join(', ') },
  })
}
