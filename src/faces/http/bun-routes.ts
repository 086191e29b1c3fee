import type { Eventually } from '../../run/call.ts'
import { type Entrance, entered, type Handler } from './entrance.ts'
import type { Paths, Served } from './paths.ts'
import type { Query } from './queries.ts'
import { methodNotAllowed, unrouted } from './unrouted.ts'
import { remember, type Visit } from './visit.ts'

/** Handlers for Bun, which takes the most specific path that matches. */
export interface BunRoutes {
  readonly routes: Readonly<Record<string, Handler>>
  readonly fetch: Handler
}

/** A way to answer whose routes may still have to be loaded. */
type Answer = (request: Request) => Eventually<Response>

/**
 * Returns a route of Bun for each path, in front of the app. Only Bun's router sees the path as it was sent: it compares the whole target
 * byte by byte (after scheme and host, if a proxy sent them). It passes requests on with a normalised URL (`/x/../api/ip`, `/%2e/api/ip`
 * and `/api\ip` all become `/api/ip`), so no other router may decide whether there is such a path.
 */
export function bunRoutes(paths: Paths, queries: ReadonlyMap<string, Query>, entrance: Entrance, answer: Answer): BunRoutes {
  const app = (visit: Visit) => {
    remember(visit)
    return answer(findable(visit.request))
  }
  const other = entered(entrance, { isFenced: true }, (visit) => {
    // A preflight is answered for every path.
    if (visit.request.method === 'OPTIONS' && visit.path.startsWith('/')) return app(visit)
    throw unrouted(visit, paths)
  })
  const routeOf = ({ path, methods, tool }: Served): Handler => {
    const pattern = path.includes(':') ? patternOf(path) : null
    const query = queries.get(path)
    const mounted = entered(entrance, { ...(!pattern && { path, tool }), isFenced: true }, (visit) => {
      const { method } = visit.request
      if (method === 'OPTIONS') return app(visit)
      if (pattern && !pattern.test(visit.path)) throw unrouted(visit, paths)
      visit.tool = tool
      if (!methods.includes(method)) throw methodNotAllowed(visit, paths, methods)
      return app(visit)
    })
    if (!query) return mounted
    const direct = entered(entrance, { path, tool, isFenced: false }, query)
    return (request, server) =>
      request.method === 'GET' || request.method === 'HEAD' ? direct(request, server) : mounted(request, server)
  }
  const routes = Object.fromEntries([...paths].map(([path, served]) => [path, routeOf(served)]))
  return { routes: { ...routes, '/*': other }, fetch: other }
}

/** The segments that a parameter of a path stands for. */
const SEGMENTS: Readonly<Record<string, string>> = { ':file': '[\\w.-]+', ':port': '\\d{1,5}' }

/** Returns what the path of a URL has to be like: after it was normalised, `/page/%2e%2e` is another path. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, (name) => SEGMENTS[name] ?? '[^/]+')}$`)
}

/** Elysia looks for the path of a URL from this character on. */
const PATH_FROM = 11
const ORIGIN = /^(?:(https?):\/\/[^/?#]*)?/i

/**
 * Returns the request, with a longer authority in its URL if it would otherwise be too short for Elysia to find the path: one with
 * `Host: x`, or one of HTTP/1.0 without a Host. The Host header stays as it was sent.
 */
function findable(request: Request): Request {
  const [origin = '', scheme = 'http'] = ORIGIN.exec(request.url) ?? []
  if (origin.length >= PATH_FROM) return request
  return Object.defineProperty(request, 'url', { value: `${scheme}://localhost${request.url.slice(origin.length)}` })
}
