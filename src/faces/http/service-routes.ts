import type { Elysia } from 'elysia'
import { negotiateLocale } from '../../contract/text.ts'
import { METRICS_HEADERS } from '../../metrics/listener.ts'
import type { Logger } from '../../observe/log.ts'
import type { Peer } from '../../policy/caller.ts'
import { describe } from '../../registry/describe.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { catalogueSchema, catalogueSchemas, SCHEMA_NAMES } from '../../router/catalogue/json-schema.ts'
import { localise } from '../../router/catalogue/localise.ts'
import { afterwards, type Call, type Eventually } from '../../run/call.ts'
import { describeData } from '../../run/describe-data.ts'
import type { Services } from '../../run/run.ts'
import { renderLines } from '../text/render.ts'
import type { ThemeSource } from '../web/theme.ts'
import { weigh } from './fence.ts'
import { callerOfRequest, type Exchange, type Incoming } from './incoming.ts'
import type { Pipelines } from './pipelines.ts'
import { AT_ONCE, DESCRIBED, markAllowance, markLanguage, negotiateFormat, replyJson, replyText } from './reply.ts'
import type { Who } from './request-id.ts'
import type { Watches } from './watch.ts'
import { written } from './written.ts'

/** The state of the process, which `/readyz` reports. */
export interface Lifecycle {
  stopping: boolean
  /** Another process answers on this port from now on: clients are to come back, not to go elsewhere. */
  hasSuccessor?: boolean
}

/** What the routes other than those of tools need. */
export interface Front extends Pick<Services, 'ipdata' | 'catalogue'>, Who {
  readonly log: Logger
  readonly pipelines: Pipelines
  /** What limits a caller, and what is left to it. */
  readonly limitsOf: (caller: Peer) => Eventually<object>
  /** Takes a weight from what is left to a caller, for work that is not the run of a tool. Throws a Refusal where that is too little. */
  readonly spend: (payer: Pick<Call, 'caller' | 'counted'>, weight: number) => Eventually<void>
  /** Who is told of every request; null if nobody is. */
  readonly watches: Watches | null
  /** How a vendor dresses the page; null if nobody does. */
  readonly theme: ThemeSource | null
  /** Whether operators let checks reach networks of their own, which no stranger's page may reach through the browser of a visitor. */
  readonly isInside: boolean
  /** The origins under which browsers reach this server. */
  readonly publicOrigins: readonly string[]
  /** Whether the paths of others are answered, too. */
  readonly compat: boolean
  /** The metrics in the format of Prometheus, where the main port serves them. */
  readonly metrics: (() => Promise<string>) | null
}

const SCHEMAS_PATH = '/api/catalog/schema'

/** Adds every route that does not belong to a tool. */
export function mountOwnRoutes(app: Elysia, tools: readonly NamedTool[], front: Front, lifecycle: Lifecycle): void {
  if (front.metrics) mountMetrics(app, front.metrics, front)
  mountDescriptions(app, tools, front)
  mountCatalogueSchemas(app)
  app
    .get('/api/data', ({ request, set }: Incoming) => {
      set.headers.vary = 'Accept'
      return reply({ request, set }, describeData(front.ipdata))
    })
    .get('/api/limits', ({ request, set, server }: Incoming) => {
      set.headers['cache-control'] = 'no-store'
      set.headers.vary = 'Accept'
      const caller = callerOfRequest({ request, server }, front.callerOf)
      return afterwards(front.limitsOf(caller), (limits) => reply({ request, set }, limits))
    })
    .get('/healthz', ({ request, set }: Incoming) => replyStatus({ request, set }, 'ok'))
    .get('/readyz', ({ request, set }: Incoming) => {
      const isReady = !lifecycle.stopping || lifecycle.hasSuccessor === true
      if (!isReady) set.status = 503
      return replyStatus({ request, set }, isReady ? 'ok' : 'stopping')
    })
}

/** What can be asked here, for programs that want to know: long answers, the same for everybody. */
function mountDescriptions(app: Elysia, tools: readonly NamedTool[], front: Front): void {
  app
    .get('/api/tools', ({ request, set }: Incoming) => {
      const locale = negotiateLocale(request.headers.get('accept-language'))
      markLanguage(set, locale, 'Accept, Accept-Language')
      set.headers.link = DESCRIBED
      return written(tools, `tools ${locale} ${formatOf(request)}`, { request, set }, () => {
        const list = tools.map((named) => describe(named, locale))
        return reply({ request, set }, { tools: list }, () => printTools(list))
      })
    })
    .get('/api/catalog', async ({ request, set }: Incoming) => {
      const locale = negotiateLocale(request.headers.get('accept-language'))
      const catalogue = await front.catalogue()
      markLanguage(set, locale, 'Accept, Accept-Language')
      const variant = `${locale} ${formatOf(request)}`
      return written(catalogue, variant, { request, set }, () => reply({ request, set }, localise(catalogue, locale)))
    })
    .get('/openapi.json', async ({ request, set }: Incoming) => {
      negotiateFormat(request, ['json'])
      const { openapiOf } = await import('../openapi/document.ts')
      const locale = negotiateLocale(request.headers.get('accept-language'))
      const served = { origins: front.publicOrigins, hasMetrics: front.metrics !== null, hasCompat: front.compat }
      markLanguage(set, locale)
      return written(tools, `openapi ${locale}`, { request, set }, () => replyJson(set, openapiOf(tools, served, locale)))
    })
}

/** The JSON Schemas of an operator's catalogue files, for editors: all, and each by itself. */
function mountCatalogueSchemas(app: Elysia): void {
  const answer =
    (schemas: () => object) =>
    ({ request, set }: Incoming) => {
      set.headers.vary = 'Accept'
      return written(schemas, formatOf(request), { request, set }, () => reply({ request, set }, schemas()))
    }
  app.get(SCHEMAS_PATH, answer(catalogueSchemas))
  for (const name of SCHEMA_NAMES)
    app.get(
      `${SCHEMAS_PATH}/${name}`,
      answer(() => catalogueSchema(name)),
    )
}

/** Printing thousands of counters takes as much work as a look-up. */
function mountMetrics(app: Elysia, metrics: () => Promise<string>, { callerOf, spend }: Pick<Front, 'callerOf' | 'spend'>): void {
  app.get('/metrics', async ({ request, set, server }: Incoming) => {
    const caller = callerOfRequest({ request, server }, callerOf)
    await spend({ caller, counted: (allowance) => markAllowance(set, allowance) }, 1)
    Object.assign(set.headers, METRICS_HEADERS)
    const text = await metrics()
    weigh(request, text.length)
    return text
  })
}

/** JSON, or text if the request asks for it. */
function reply<Body>({ request, set }: Exchange, body: Body, print: (body: Body) => string = renderLines): string {
  return formatOf(request) === 'text' ? replyText(set, print(body)) : replyJson(set, body)
}

function formatOf(request: Request): (typeof AT_ONCE)[number] {
  return negotiateFormat(request, AT_ONCE)
}

/** Returns one line for each operation, without schemas, which are for programs. */
function printTools(tools: readonly ReturnType<typeof describe>[]): string {
  const calls = tools.map(({ method, path, summary }) => ({ call: `${method.padEnd(4)} ${path}`, summary }))
  const width = Math.max(...calls.map(({ call }) => call.length)) + 2
  return calls.map(({ call, summary }) => `${call.padEnd(width)}${summary}\n`).join('')
}

function replyStatus({ request, set }: Exchange, status: 'ok' | 'stopping'): string {
  set.headers['cache-control'] = 'no-store'
  return reply({ request, set }, { status })
}
