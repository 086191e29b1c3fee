import { problemText } from '../../contract/problem.text.ts'
import { Refusal } from '../../contract/problem.ts'
import { pathOf } from './reply.ts'

/** The methods that Bun's router tells apart (RFC 9110, RFC 5789); OPTIONS is answered on every path. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT'] as const
/** How much of a path that nobody serves is said back. */
const SHOWN_PATH_MAX = 200

/** What may be asked of each path, as `Allow` lists it. */
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
/** Routes of Bun, which takes the most specific one that fits. */
export type Routes = Record<string, Answer | Record<string, Answer>>

/**
 * A route for each method that a path of ours does not take. They are Bun's own routes, because Bun's router alone sees the
 * path as it was sent: it compares the whole target, byte by byte, behind scheme and host where a proxy wrote them. It hands a
 * request on with a URL that is normalised (`/x/../api/ip`, `/%2e/api/ip` and `/api\ip` all read `/api/ip`), so no other router
 * may have a say: what fits none of the exact paths ends at the route `/*`, before Elysia's own.
 */
export function refusedMethods(allowed: Allowed, refuse: (refusal: Refusal, request: Request) => ReturnType<Answer>): Routes {
  const paths = [...allowed].map(([path, methods]) => {
    const refusal = methodNotAllowed(path, methods)
    const answer = (request: Request) => refuse(refusal, request)
    return [path, Object.fromEntries(METHODS.filter((method) => !methods.includes(method)).map((method) => [method, answer]))]
  })
  return Object.fromEntries(paths)
}

function methodNotAllowed(path: string, methods: readonly string[]): Refusal {
  const slots = { path, allowed: methods.join(', ') }
  return new Refusal('method-not-allowed', (locale) => problemText.say(locale, 'method-not-allowed-detail', slots), {
    headers: { allow: [...methods, 'OPTIONS'].join(', ') },
  })
}

/** Why Bun's router found no route for a request: never because of its method, which `refusedMethods` answers. */
export function unrouted({ method, url }: Pick<Request, 'method' | 'url'>, allowed: Allowed): Refusal {
  const path = pathOf(url)
  const slots = { path: path.slice(0, SHOWN_PATH_MAX) }
  if (!METHODS.some((known) => known === method)) {
    return new Refusal('malformed-request', (locale) => problemText.say(locale, 'unknown-method-detail', { method }))
  }
  if (!path.startsWith('/')) {
    return new Refusal('malformed-request', (locale) => problemText.say(locale, 'no-path-detail', {}))
  }
  const key = allowed.has(path) ? 'inexact-path-detail' : 'not-found-detail'
  return new Refusal('not-found', (locale) => problemText.say(locale, key, slots))
}
