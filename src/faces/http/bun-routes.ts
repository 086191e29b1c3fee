import { shownName } from '../../contract/clean.ts'
import { problemText } from '../../contract/problem.text.ts'
import { type Localized, Refusal } from '../../contract/problem.ts'
import { queryOf, shortExample } from '../../operations/registry/field-values.ts'
import { methodsOf, type NamedTool, OWN_PATHS } from '../../operations/registry/tools.ts'
import type { Eventually } from '../../operations/run/call.ts'
import { LINES } from '../compat/echoip.ts'
import { withLine } from './body.ts'
import { type Answer, type Entrance, entered, type Handler } from './entrance.ts'
import { MCP_PATH } from './origin.ts'
import type { QuickAnswer } from './quick-lookups.ts'
import { PROBE_PATH } from './reply.ts'
import { remember, type Visit } from './visit.ts'

/** Handlers for Bun, which takes the most specific path that matches. */
export interface BunRoutes {
  readonly routes: Readonly<Record<string, Handler>>
  readonly fetch: Handler
}

/** The routes behind Bun's. */
export interface App {
  readonly quickly: QuickAnswer
  answer(request: Request): Eventually<Response>
}

/**
 * Returns a route of Bun for each path, in front of the app. Only Bun's router sees the path as it was sent: it compares the whole target
 * byte by byte (after scheme and host, if a proxy sent them). It passes requests on with a normalised URL (`/x/../api/ip`, `/%2e/api/ip`
 * and `/api\ip` all become `/api/ip`), so no other router may decide whether a path exists.
 */
export function bunRoutes(paths: Paths, queries: ReadonlyMap<string, Answer>, entrance: Entrance, app: App): BunRoutes {
  const pass = (visit: Visit) => {
    remember(visit)
    return app.answer(forElysia(visit))
  }
  const unknownPath = entered(entrance, { isFenced: true }, (visit) => {
    // A preflight is answered for every path.
    if (visit.request.method === 'OPTIONS' && visit.path.startsWith('/')) return pass(visit)
    throw unrouted(visit, paths)
  })
  const routeOf = (served: ServedPath): Handler => {
    const { path, methods, tool } = served
    const pattern = path.includes(':') ? patternOf(path) : null
    const query = queries.get(path)
    const mounted = entered(entrance, { ...(!pattern && { path, tool }), isFenced: true }, (visit) => {
      const { method } = visit.request
      if (method === 'OPTIONS') return pass(visit)
      if (pattern && !fits(pattern, visit)) throw unrouted(visit, paths)
      if (pattern) visit.tool = tool
      if (!methods.includes(method)) return refuseMethod(visit, paths, served, entrance.publicOrigins)
      return (method === 'POST' && app.quickly(visit)) || pass(visit)
    })
    if (!query) return mounted
    const direct = entered(entrance, { path, tool, isFenced: false }, query)
    return (request, server) => {
      const { method } = request
      return method === 'GET' || method === 'HEAD' ? direct(request, server) : mounted(request, server)
    }
  }
  const routes = Object.fromEntries([...paths].map(([path, served]) => [path, routeOf(served)]))
  return { routes: { ...routes, '/*': unknownPath }, fetch: unknownPath }
}

/** The segments that each parameter of a path matches. */
const SEGMENTS: Readonly<Record<string, string>> = { ':file': '[\\w.-]+', ':port': '\\d{1,5}' }

/** Returns the pattern that the path of a URL must match: after normalisation, `/page/%2e%2e` is another path. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, (name) => SEGMENTS[name] ?? '[^/]+')}$`)
}

/**
 * Returns whether a path has a parameter in the place where it was sent: of `/x\..\80`, the runtime makes `/80` in the URL, while its
 * router takes all of it for one segment.
 */
function fits(pattern: RegExp, { request, path }: Visit): boolean {
  // A seam: the router of the runtime puts the segments here.
  const { params = {} } = request as { params?: Readonly<Record<string, string>> }
  return pattern.test(path) && Object.values(params).every((sent) => path.endsWith(`/${sent}`))
}

/** Elysia looks for the path of a URL from this character on. */
const PATH_FROM = 11
const ORIGIN = /^(?:(https?):\/\/[^/?#]*)?/i

/**
 * Returns the request as Elysia has to read it, the one place that goes round it. With `Host: x`, or in HTTP/1.0 without a Host, the authority
 * of the URL is too short for it to find the path, so it gets a longer one; the Host header stays as it was sent. For HEAD it would read
 * the whole answer to count it, which the runtime does without, so it is asked with GET.
 */
function forElysia({ request, method }: Visit): Request {
  if (method === 'HEAD') Object.defineProperty(request, 'method', { value: 'GET' })
  const [origin = '', scheme = 'http'] = ORIGIN.exec(request.url) ?? []
  if (origin.length >= PATH_FROM) return request
  return Object.defineProperty(request, 'url', { value: `${scheme}://localhost${request.url.slice(origin.length)}` })
}

/** The methods that Bun's router distinguishes (RFC 9110, RFC 5789), without OPTIONS, which every path answers. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT'] as const
/** The length up to which a refusal repeats an unknown path. */
const SHOWN_PATH_MAX = 200

/** Throws the refusal of a method that a path does not accept. */
async function refuseMethod(
  visit: Visit,
  paths: Paths,
  { methods, example }: ServedPath,
  publicOrigins: readonly string[],
): Promise<never> {
  const { request, path } = visit
  if (!METHODS.some((known) => known === request.method)) throw unrouted(visit, paths)
  const slots = { path: path.slice(0, SHOWN_PATH_MAX), allowed: methods.join(', ') }
  const sentence: Localized = (locale) => problemText.say(locale, 'method-not-allowed-detail', slots)
  const query = (await example?.()) ?? ''
  const shows = methods.includes('GET') && path.length <= SHOWN_PATH_MAX
  const detail = shows ? withLine(request, publicOrigins, sentence, path + query) : sentence
  throw new Refusal('method-not-allowed', detail, {
    headers: { allow: [...methods, 'OPTIONS'].join(', ') },
  })
}

/** Returns the refusal of a request without a route: Bun's router does not know its path or does not distinguish its method. */
function unrouted({ request: { method }, path }: Visit, paths: Paths): Refusal {
  if (!METHODS.some((known) => known === method)) {
    return new Refusal('malformed-request', (locale) =>
      problemText.say(locale, 'unknown-method-detail', { method: shownName(method) }),
    )
  }
  if (!path.startsWith('/')) {
    // The runtime treats what follows a CONNECT as tunnelled data, and would wait for more of it.
    const particulars = method === 'CONNECT' ? { headers: { connection: 'close' } } : {}
    return new Refusal('malformed-request', (locale) => problemText.say(locale, 'no-path-detail', {}), particulars)
  }
  const key = paths.has(path) ? 'inexact-path-detail' : 'not-found-detail'
  return new Refusal('not-found', (locale) => problemText.say(locale, key, { path: path.slice(0, SHOWN_PATH_MAX) }))
}

/** A path that is served, with the methods that it takes, as `Allow` lists them. It may have parameters, such as `/page/:file`. */
interface ServedPath {
  readonly path: string
  readonly methods: readonly string[]
  /** The tool that the path runs, if it runs exactly one. */
  readonly tool: string | null
  /** Returns the query of a GET that works, with its question mark. */
  readonly example?: () => Eventually<string>
}

type Paths = ReadonlyMap<string, ServedPath>

const GET = ['GET', 'HEAD']
const OWN = ['/', '/page/:file', '/openapi.json', '/healthz', '/readyz', '/robots.txt', '/favicon.ico', '/llms.txt', ...OWN_PATHS]
const OF_ECHOIP = ['/json', ...Object.keys(LINES)]
/** The paths that name a port. They run a tool, so they do not accept HEAD. */
const PORT_TESTS = ['/:port', '/port/:port']

/** Returns the paths that are not those of tools. Bun's router, in front of the routes, needs them before the routes are loaded. */
export function ownPaths({ compat, metrics }: { readonly compat: boolean; readonly metrics: unknown }): ServedPath[] {
  const own = [...OWN, ...(compat ? OF_ECHOIP : []), ...(metrics ? ['/metrics'] : [])]
  return [
    ...own.map((path) => ({ path, methods: GET, tool: null })),
    { path: MCP_PATH, methods: ['POST'], tool: null },
    { path: PROBE_PATH, methods: ['GET'], tool: null },
    ...(compat ? PORT_TESTS : []).map((path) => ({ path, methods: ['GET'], tool: 'port-check' })),
  ]
}

export function toolPaths(tools: readonly NamedTool[]): ServedPath[] {
  return tools.map(({ name, tool: { method, path, body } }) => {
    return { path, methods: methodsOf(method), tool: name, ...(body && { example: () => queryOf(shortExample(body)) }) }
  })
}

export function pathsOf(served: readonly ServedPath[]): Paths {
  return new Map(served.map((each) => [each.path, each]))
}
