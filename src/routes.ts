import type { Elysia } from 'elysia'
import { callerOfRequest, type Incoming, type Services } from './registry/mount.ts'
import type { NamedTool } from './registry/tools.ts'
import { markLanguage, replyJson, replyText } from './reply.ts'
import { localise } from './router/localise.ts'
import { negotiateLocale } from './text.ts'

/** Where the process stands; `/readyz` tells. */
export interface Lifecycle {
  stopping: boolean
}

const DAY_MS = 86_400_000

/** The routes around the tools. */
export function mountOwnRoutes(app: Elysia, tools: readonly NamedTool[], services: Services, lifecycle: Lifecycle): void {
  app
    .get('/', ({ request, set, server }: Incoming) => {
      set.headers['cache-control'] = 'no-store'
      return replyText(set, `${callerOfRequest({ request, server }, services).address.text}\n`)
    })
    .get('/api/tools', ({ request, set }: Incoming) => {
      const locale = negotiateLocale(request.headers.get('accept-language'))
      markLanguage(set, locale)
      return replyJson(set, { tools: tools.map(({ name, tool }) => describe(name, tool, tool.text.say(locale, 'summary', {}))) })
    })
    .get('/api/catalog', async ({ request, set }: Incoming) => {
      const locale = negotiateLocale(request.headers.get('accept-language'))
      const catalogue = await services.catalogue()
      markLanguage(set, locale)
      return replyJson(set, localise(catalogue, locale))
    })
    .get('/api/data', ({ set }: Incoming) => replyJson(set, { datasets: services.ipdata.datasets.map(withAge) }))
    .get('/healthz', ({ set }: Incoming) => replyStatus(set, 'ok'))
    .get('/readyz', ({ set }: Incoming) => {
      if (lifecycle.stopping) set.status = 503
      return replyStatus(set, lifecycle.stopping ? 'stopping' : 'ok')
    })
}

function describe(name: string, tool: NamedTool['tool'], summary: string) {
  const { method, path, group, policy, body, result, event = null } = tool
  return { name, method, path, summary, group, policy, request: body, response: result, event }
}

function withAge<Dataset extends { buildDate: string }>(dataset: Dataset) {
  const ageDays = Math.max(0, Math.floor((Date.now() - Date.parse(dataset.buildDate)) / DAY_MS))
  return { ...dataset, ageDays }
}

function replyStatus(set: Incoming['set'], status: 'ok' | 'stopping'): string {
  set.headers['cache-control'] = 'no-store'
  return replyJson(set, { status })
}
