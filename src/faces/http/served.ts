import type { Elysia } from 'elysia'
import type { Eventually } from '../../run/call.ts'
import type { Routes } from './unrouted.ts'
import type { Handler } from './watch.ts'

type Server = Bun.Server<unknown>

/** What answers on a port: routes by the path exactly as it was sent, and whatever answers what has no route. */
export interface Served {
  readonly routes: Routes
  readonly other: (request: Request) => Eventually<Response>
}

/** Returns the same, each of its handlers replaced by what is made of it. A path that is answered for every method alike comes without one. */
export function eachRoute(
  { routes, other }: Served,
  replace: (handler: Handler, path?: string, method?: string) => Handler,
): Served {
  const replaced = Object.entries(routes).map(([path, route]) => {
    if (typeof route === 'function') return [path, replace(route, path)]
    return [path, Object.fromEntries(Object.entries(route).map(([method, handler]) => [method, replace(handler, path, method)]))]
  })
  return { routes: Object.fromEntries(replaced), other: replace(other) }
}

/** The part of a server that handlers need. */
type Asked = Pick<Server, 'requestIP'>

/**
 * Returns an app as what Bun serves. Only `listen` of Elysia makes that, and hands it to `Bun.serve`: for this one call, that listens nowhere.
 * What the app then takes for its server is a stand-in, on which it would otherwise serve everything a second time.
 */
export function servedBy(app: Elysia, server: () => Asked): Served {
  const { serve } = Bun
  let made: Served | null = null
  const standIn = { requestIP: (request: Request) => server().requestIP(request), reload() {} }
  const take = ({ routes, fetch }: { routes: Routes; fetch: Served['other'] }) => {
    made = { routes, other: fetch }
    return standIn
  }
  try {
    // A seam: the options of an app without web sockets, and the part of a server that is used.
    Bun.serve = take as unknown as typeof serve
    app.listen({})
  } finally {
    Bun.serve = serve
  }
  // Elysia adds one with each listener; the server alone decides when to stop.
  process.removeAllListeners('beforeExit')
  if (!made) throw new Error('the app was not made into what Bun serves')
  return made
}
