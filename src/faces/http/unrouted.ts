import { problemText } from '../../contract/problem.text.ts'
import { Refusal } from '../../contract/problem.ts'
import { pathOf } from './reply.ts'

/** The methods that Bun's router distinguishes (RFC 9110, RFC 5789), without OPTIONS, which every path answers. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT'] as const
/** How much of an unknown path the refusal repeats. */
const SHOWN_PATH_MAX = 200

/** The methods of each path, as `Allow` lists them. */
export type Allowed = ReadonlyMap<string, readonly string[]>

export function allowedOf(routes: readonly { method: string; path: string }[]): Allowed {
  const allowed = new Map<string, string[]>()
  for (const { method, path } of routes) {
    if (method === 'OPTIONS') continue
    allowed.set(path, [...(allowed.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
  }
  return allowed
}

type Answer = (request: Request) => Response | Promise<Response>
/** Routes for Bun, which takes the most specific one that matches. */
export type Routes = Record<string, Answer | Record<string, Answer>>

/**
 * Returns a route for each method that a path does not accept. These are Bun's own routes, because only Bun's router sees the path as it
 * was sent: it compares the whole target byte by byte (after scheme and host, if a proxy sent them). It passes requests on with
 * a normalised URL (`/x/../api/ip`, `/%2e/api/ip` and `/api\ip` all become `/api/ip`), so no other router may decide:
 * whatever does not match an exact path ends at the route `/*`, before Elysia's own.
 */
export function refusedMethods(allowed: Allowed, refuse: (refusal: Refusal) => Answer): Record<string, Record<string, Answer>> {
  const paths = [...allowed].map(([path, methods]) => {
    const answer: Answer = path.includes(':')
      ? (request) => refuse(methodNotAllowed(pathOf(request.url), methods))(request)
      : refuse(methodNotAllowed(path, methods))
    return [path, Object.fromEntries(METHODS.filter((method) => !methods.includes(method)).map((method) => [method, answer]))]
  })
  return Object.fromEntries(paths)
}

export function methodNotAllowed(path: string, methods: readonly string[]): Refusal {
  const slots = { path, allowed: methods.join(', ') }
  return new Refusal('method-not-allowed', (locale) => problemText.say(locale, 'method-not-allowed-detail', slots), {
    headers: { allow: [...methods, 'OPTIONS'].join(', ') },
  })
}

/** Why Bun's router did not find a route. It is never the method, which `refusedMethods` answers. */
export function unrouted({ method, url }: Pick<Request, 'method' | 'url'>, allowed: Allowed): Refusal {
  const path = pathOf(url)
  const slots = { path: path.slice(0, SHOWN_PATH_MAX) }
  if (!METHODS.some((known) => known === method)) {
    return new Refusal('malformed-request', (locale) => problemText.say(locale, 'unknown-method-detail', { method }))
  }
  if (!path.startsWith('/')) {
    // The runtime takes what follows a CONNECT for the tunnel's, and would wait for more of it.
    const particulars = method === 'CONNECT' ? { headers: { connection: 'close' } } : {}
    return new Refusal('malformed-request', (locale) => problemText.say(locale, 'no-path-detail', {}), particulars)
  }
  const key = allowed.has(path) ? 'inexact-path-detail' : 'not-found-detail'
  return new Refusal('not-found', (locale) => problemText.say(locale, key, slots))
}
