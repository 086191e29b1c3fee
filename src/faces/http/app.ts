import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import { describeData } from '../../ipdata/lookup.ts'
import { METRICS_HEADERS } from '../../metrics/listener.ts'
import { describe, withoutAnswer } from '../../operations/registry/describe.ts'
import { type NamedTool, PAIR_PATH, PLACES_PATH } from '../../operations/registry/tools.ts'
import { afterwards } from '../../operations/run/call.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { catalogueSchema, catalogueSchemas, SCHEMA_NAMES } from '../../router/catalogue/files.ts'
import { localise, shortLists } from '../../router/catalogue/search.ts'
import { compatOf } from '../compat/answers.ts'
import { mountMcp } from '../mcp/route.ts'
import { renderLines } from '../text/render.ts'
import { mountPage, mountSignposts } from '../web/routes.ts'
import { problemIn } from './entrance.ts'
import { ALLOWED, judgePage, OPEN_TO_ALL, PREFLIGHT_MAX_AGE_S } from './origin.ts'
import { mountProbe } from './probe.ts'
import {
  AT_ONCE,
  DESCRIBED,
  EXPOSED,
  type Exchange,
  localeOf,
  markLanguage,
  negotiateFormat,
  replyJson,
  replyText,
  wantsDetails,
} from './reply.ts'
import { placesOf, type Site } from './site.ts'
import { mountTools } from './tool-routes.ts'
import { payerOf, visitOf } from './visit.ts'
import { writtenOnce } from './written.ts'

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

const SCHEMAS_PATH = '/api/catalog/schema'

/** Adds every route that does not belong to a tool. */
function mountServiceRoutes(app: Elysia, tools: readonly NamedTool[], site: Site): void {
  const { lifecycle } = site
  if (site.metrics) mountMetrics(app, site.metrics, site)
  mountDescriptions(app, tools, site)
  mountCatalogueSchemas(app)
  app
    .get('/api/data', ({ request, set }: Exchange) => {
      set.headers.vary = 'Accept'
      return reply({ request, set }, describeData(site.ipdata))
    })
    .get('/api/limits', ({ request, set }: Exchange) =>
      afterwards(site.limitsOf(visitOf(request).caller), (limits) => replyOnce({ request, set }, limits)),
    )
    .get(PAIR_PATH, ({ request, set }: Exchange) => replyOnce({ request, set }, site.pairOf(visitOf(request).caller)))
    .get(PLACES_PATH, ({ request, set }: Exchange) => replyOnce({ request, set }, placesOf(request, site)))
    .get('/healthz', ({ request, set }: Exchange) => replyStatus({ request, set }, 'ok'))
    .get('/readyz', ({ request, set }: Exchange) => {
      const isReady = !lifecycle.stopping || lifecycle.hasSuccessor === true
      if (!isReady) set.status = 503
      return replyStatus({ request, set }, isReady ? 'ok' : 'stopping')
    })
}

/** Adds the descriptions of tools, catalogue and API: long answers, the same for all callers. */
function mountDescriptions(app: Elysia, tools: readonly NamedTool[], site: Site): void {
  app
    .get('/api/tools', ({ request, set }: Exchange) => {
      const locale = localeOf(request)
      markLanguage(set, locale, 'Accept, Accept-Language')
      set.headers.link = DESCRIBED
      const [format, isWhole] = [formatOf(request), wantsDetails(request, 'on')]
      return writtenOnce(tools, `tools ${locale} ${format} ${isWhole}`, { request, set }, () => {
        const list = tools.map((named) => describe(named, locale))
        return reply({ request, set }, { tools: isWhole ? list : list.map(withoutAnswer) }, () => printTools(list))
      })
    })
    .get('/api/catalog', async ({ request, set }: Exchange) => {
      const locale = localeOf(request)
      const catalogue = await site.catalogue()
      markLanguage(set, locale, 'Accept, Accept-Language')
      const isWhole = wantsDetails(request, 'on')
      const variant = `${locale} ${formatOf(request)} ${isWhole}`
      const lists = () => (isWhole ? localise : shortLists)(catalogue, locale)
      return writtenOnce(catalogue, variant, { request, set }, () => reply({ request, set }, lists()))
    })
    .get('/openapi.json', async ({ request, set }: Exchange) => {
      negotiateFormat(request, ['json'])
      const { openapiOf } = await import('../openapi/document.ts')
      const locale = localeOf(request)
      const served = { origins: site.publicOrigins, hasMetrics: site.metrics !== null, hasCompat: site.compat }
      markLanguage(set, locale)
      return writtenOnce(tools, `openapi ${locale}`, { request, set }, () => replyJson(set, openapiOf(tools, served, locale)))
    })
}

/** Adds the JSON Schemas of an operator's catalogue files, for editors: all together, and each by itself. */
function mountCatalogueSchemas(app: Elysia): void {
  const mount = (path: string, schemas: () => object) =>
    app.get(path, ({ request, set }: Exchange) => {
      set.headers.vary = 'Accept'
      return writtenOnce(schemas, formatOf(request), { request, set }, () => reply({ request, set }, schemas()))
    })
  mount(SCHEMAS_PATH, catalogueSchemas)
  for (const name of SCHEMA_NAMES) mount(`${SCHEMAS_PATH}/${name}`, () => catalogueSchema(name))
}

/** Adds the metrics. They are charged for, because printing thousands of counters takes as much work as a look-up. */
function mountMetrics(app: Elysia, metrics: () => Promise<string>, { spend }: Pick<Site, 'spend'>): void {
  app.get('/metrics', async ({ request, set }: Exchange) => {
    const visit = visitOf(request)
    await spend(payerOf({ request, set }), 1)
    Object.assign(set.headers, METRICS_HEADERS)
    const text = await metrics()
    visit.sends(text.length)
    return text
  })
}

/** Replies in JSON, or in text if the request asks for it. */
function reply<Body>({ request, set }: Exchange, body: Body, print: (body: Body) => string = renderLines): string {
  return formatOf(request) === 'text' ? replyText(set, print(body)) : replyJson(set, body)
}

/** Replies with what is true of this caller now. */
function replyOnce<Body>({ request, set }: Exchange, body: Body): string {
  set.headers['cache-control'] = 'no-store'
  set.headers.vary = 'Accept'
  return reply({ request, set }, body)
}

function formatOf(request: Request): (typeof AT_ONCE)[number] {
  return negotiateFormat(request, AT_ONCE)
}

/** Returns one line for each operation, without schemas, which only programs need. */
function printTools(tools: readonly ReturnType<typeof describe>[]): string {
  const calls = tools.map(({ method, path, summary }) => ({ call: `${method.padEnd(4)} ${path}`, summary }))
  const width = Math.max(...calls.map(({ call }) => call.length)) + 2
  return calls.map(({ call, summary }) => `${call.padEnd(width)}${summary}\n`).join('')
}

function replyStatus({ request, set }: Exchange, status: 'ok' | 'stopping'): string {
  set.headers['cache-control'] = 'no-store'
  return reply({ request, set }, { status })
}
