import type { Elysia } from 'elysia'
import { problemText } from '../../contract/problem.text.ts'
import { Refusal } from '../../contract/problem.ts'
import type { Eventually } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import { encodingFor } from '../http/encoding.ts'
import { weigh } from '../http/fence.ts'
import { callerOfRequest, type Incoming } from '../http/incoming.ts'
import { DESCRIBED, pathOf, replyText } from '../http/reply.ts'
import { wantsPage } from './acceptance.ts'
import { openPage } from './assets.ts'
import type { Site } from './site.ts'

/** The lifetime of a file in caches: it never changes under its name. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Answer to a program at `/` instead of the bare address; null for the address. */
export type Instead = (incoming: Incoming) => Eventually<unknown> | null

/** Mounts the page: its document for browsers, the bare address for everything else, and its files. */
export function mountPage(app: Elysia, tools: ReadonlyMap<string, Runnable>, site: Site, instead: Instead = () => null): void {
  app
    // Elysia prepares what the handler's parameter names: query, headers and cookies only where all of it is passed on.
    .get('/', ({ request, set, server }: Incoming) => {
      if (wantsPage(request.headers.get('accept'))) return replyDocument({ request, set, server }, tools, site)
      set.headers['cache-control'] = 'no-store'
      set.headers.vary = 'Accept'
      set.headers.link = DESCRIBED
      const other = instead({ request, set, server })
      if (other !== null) return other
      return replyText(set, callerOfRequest({ request, server }, site.callerOf).address.text)
    })
    .get('/page/:file', ({ request, set }: Incoming) => replyFile({ request, set }, site))
}

/** Loads the code for browsers when the first one comes. */
async function replyDocument(...asked: [Incoming, ReadonlyMap<string, Runnable>, Site]): Promise<Response> {
  const { documentReply } = await import('./document-reply.ts')
  return documentReply(...asked)
}

async function replyFile({ request, set }: Pick<Incoming, 'request' | 'set'>, { theme }: Site): Promise<Response> {
  const path = pathOf(request.url)
  const name = path.slice('/page/'.length)
  Object.assign(set.headers, { 'cache-control': FOR_EVER, vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' })
  const style = theme?.dress?.style
  if (name === style?.name) {
    set.headers['content-type'] = 'text/css; charset=utf-8'
    weigh(request, style.text.length)
    return new Response(style.text)
  }
  const pack = await openPage()
  const file = Object.hasOwn(pack.index.files, name) ? pack.index.files[name] : undefined
  if (!file) throw new Refusal('not-found', (locale) => problemText.say(locale, 'not-found-detail', { path }))
  const encoding = encodingFor(request)
  set.headers['content-type'] = file.type
  if (encoding !== 'identity') set.headers['content-encoding'] = encoding
  const bytes = pack.bytesOf(file, encoding)
  weigh(request, bytes.length)
  return new Response(bytes)
}
