import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import type { Runnable } from '../../run/run.ts'
import { compatOf } from '../compat/answers.ts'
import { mountMcp } from '../mcp/route.ts'
import { mountPage } from '../web/routes.ts'
import { mountSignposts } from '../web/signposts.ts'
import { problemIn } from './entrance.ts'
import { ALLOWED, judgePage, OPEN_TO_ALL, PREFLIGHT_MAX_AGE_S } from './origin.ts'
import { mountProbe } from './probe.ts'
import { EXPOSED, type Exchange } from './reply.ts'
import { mountServiceRoutes } from './service-routes.ts'
import type { Site } from './site.ts'
import { mountTools } from './tool-routes.ts'
import { visitOf } from './visit.ts'

/** Builds all routes except those of queries. Requests reach them through `bunRoutes`, which alone sees a path as it was sent. */
export function createApp(tools: ReadonlyMap<string, Runnable>, site: Site): Elysia {
  const runnables = [...tools.values()]
  const app: Elysia = new Elysia({ normalize: false, strictPath: true })
  app
    .headers(OPEN_TO_ALL)
    .onError(({ error, request, set }) => problemIn(set, site.log, visitOf(request), error))
    .onRequest(({ request, set }) => judgePage({ request, set }, visitOf(request).path, site))
    // With an origin of its own, the plug-in would send `Vary: *`; the plain star above replaces it.
    .use(
      cors({
        origin: false,
        methods: ALLOWED.methods,
        allowedHeaders: ALLOWED.headers,
        exposeHeaders: EXPOSED,
        credentials: false,
        maxAge: PREFLIGHT_MAX_AGE_S,
      }),
    )
  const compat = site.compat ? compatOf(tools) : null
  mountTools(app, runnables, site)
  mountPage(app, tools, site, compat)
  mountServiceRoutes(app, runnables, site)
  mountSignposts(app, runnables, site.publicOrigins)
  mountMcp(app, tools, site)
  mountProbe(app, tools, site)
  for (const [path, answer] of Object.entries(compat?.paths ?? {})) {
    app.get(path, async ({ request, set }: Exchange) => answer({ request, set }))
  }
  return app
}
