import type { Eventually } from '../../run/call.ts'
import { pathOf } from './reply.ts'
import type { Served } from './served.ts'
import type { Routes } from './unrouted.ts'

/** As Bun's router passes it to a route with parameters. */
type Parted = Request & { readonly params?: Readonly<Record<string, string>> }

/** No path that anything answers has more. */
const SEGMENTS_MAX = 8

/**
 * What answers until everything is loaded: queries at once, and whatever else is asked once everything is. Only Bun's router sees a
 * path as it was sent, so there is a route for each number of segments; what they were tells whether the path was exact.
 */
export function firstRoutes(
  queries: Routes,
  whole: () => Promise<Served>,
  refuse: (thrown: unknown, request: Request) => Response,
): Served {
  const wait = (request: Parted) =>
    whole().then(
      (served) => answerOf(served, request),
      (thrown) => refuse(thrown, request),
    )
  const patterns = Array.from({ length: SEGMENTS_MAX }, (_, count) => `/${segments(count + 1)}`)
  return { routes: { ...Object.fromEntries(['/', ...patterns, '/*'].map((path) => [path, wait])), ...queries }, other: wait }
}

function segments(count: number): string {
  return Array.from({ length: count }, (_, index) => `:segment${index}`).join('/')
}

/** Answers as the router would that sees these routes. */
function answerOf({ routes, other }: Served, request: Parted): Eventually<Response> {
  const answer = routeIn(routes, request)
  return answer ? answer(request) : other(request)
}

type Answer = Served['other']

function routeIn(routes: Routes, request: Parted): Answer | undefined {
  const sent = Object.values(request.params ?? {})
  const patterns = Object.keys(routes).filter((path) => path.includes(':') && fits(path, sent))
  // The path as it was sent, if that is how it reads after URLs are made equal; otherwise it is none of ours.
  const path = `/${sent.join('/')}`
  const isExact = path === pathOf(request.url) && !/[:*]/.test(path)
  for (const candidate of [...(isExact ? [path] : []), ...patterns, '/*']) {
    const route = routes[candidate]
    const answer =
      typeof route === 'function' ? route : (route?.[request.method] ?? (request.method === 'HEAD' ? route?.GET : undefined))
    if (answer) return answer
  }
  return undefined
}

/** Returns whether segments are those of a path with parameters, each of which is one. */
function fits(pattern: string, sent: readonly string[]): boolean {
  const [, ...parts] = pattern.split('/')
  return (
    parts.length === sent.length &&
    parts.every((part, index) => part === sent[index] || (part.startsWith(':') && sent[index] !== ''))
  )
}
