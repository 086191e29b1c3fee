import type { Elysia } from 'elysia'
import pkg from '../../../package.json' with { type: 'json' }
import { shownName } from '../../contract/clean.ts'
import { problemText } from '../../contract/problem.text.ts'
import { Refusal } from '../../contract/problem.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import type { Runnable } from '../../operations/run/run.ts'
import type { Compat } from '../compat/answers.ts'
import { DESCRIBED, type Exchange, encodingFor, localeOf, markLanguage, pathOf, replyText, wantsPage } from '../http/reply.ts'
import type { Site } from '../http/site.ts'
import { visitOf } from '../http/visit.ts'
import { writtenOnce } from '../http/written.ts'
import { ICON, openPage } from './assets.ts'
import { signpostText } from './web.text.ts'

/** The lifetime of a file in caches: it never changes under its name. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Adds the page: its document for browsers, the bare address for everything else, and its files. */
export function mountPage(app: Elysia, tools: ReadonlyMap<string, Runnable>, site: Site, compat: Compat | null): void {
  app
    // Elysia prepares what the handler's parameter names: query, headers and cookies only where all of it is passed on.
    .get('/', ({ request, set }: Exchange) => {
      // The code for browsers is loaded when the first one comes.
      if (wantsPage(request.headers.get('accept')))
        return import('./document-reply.ts').then(({ documentReply }) => documentReply({ request, set }, tools, site))
      set.headers['cache-control'] = 'no-store'
      set.headers.vary = 'Accept'
      set.headers.link = DESCRIBED
      const other = compat?.home(request)
      return other ? other({ request, set }) : replyText(set, visitOf(request).caller.address.text)
    })
    .get('/page/:file', ({ request, set }: Exchange) => replyFile({ request, set }, site))
}

async function replyFile({ request, set }: Exchange, { theme }: Site): Promise<Response> {
  const path = pathOf(request.url)
  const name = path.slice('/page/'.length)
  Object.assign(set.headers, { 'cache-control': FOR_EVER, vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' })
  const style = theme?.dress.style
  if (name === style?.name) {
    set.headers['content-type'] = 'text/css; charset=utf-8'
    visitOf(request).sends(style.text.length)
    return new Response(style.text)
  }
  const { files } = await openPage()
  const file = Object.hasOwn(files, name) ? files[name] : undefined
  if (!file) throw new Refusal('not-found', (locale) => problemText.say(locale, 'not-found-detail', { path: shownName(path) }))
  const encoding = encodingFor(request)
  set.headers['content-type'] = file.type
  if (encoding !== 'identity') set.headers['content-encoding'] = encoding
  const bytes = Buffer.from(file[encoding], 'base64')
  visitOf(request).sends(bytes.length)
  return new Response(bytes)
}

/** RFC 9309. The page and the documents of the API may be indexed; answers are about the requester, so a crawler would index its own. */
const ROBOTS = `User-agent: *
${['/$', '/page/', '/llms.txt', '/openapi.json', '/favicon.ico'].map((path) => `Allow: ${path}`).join('\n')}
Disallow: /
`
const A_DAY = 'public, max-age=86400'

/** Mounts the paths that browsers, crawlers and models try on every server. */
export function mountSignposts(app: Elysia, tools: readonly NamedTool[], publicOrigins: readonly string[]): void {
  app
    .get('/robots.txt', ({ set }: Exchange) => {
      set.headers['cache-control'] = A_DAY
      return replyText(set, ROBOTS)
    })
    .get('/favicon.ico', ({ set }: Exchange) => {
      Object.assign(set.headers, { 'cache-control': A_DAY, 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' })
      return ICON
    })
    .get('/llms.txt', ({ request, set }: Exchange) => {
      const locale = localeOf(request)
      markLanguage(set, locale)
      return writtenOnce(tools, `llms ${locale}`, { request, set }, () =>
        replyText(set, guideOf(tools, publicOrigins[0] ?? '', locale)),
      )
    })
}

/** Returns `/llms.txt` in the form of https://llmstxt.org: a title, a description, and links with their descriptions. */
function guideOf(tools: readonly NamedTool[], origin: string, locale: Locale): string {
  const say = sayIn(signpostText, locale)
  const entry = (label: string, path: string, meaning: string) => `- [${label}](${origin}${path}): ${meaning}`
  return [
    `# ${pkg.name}\n\n> ${say('what')}\n\n${say('how')}\n\n## ${say('start')}\n`,
    entry('MCP', '/mcp', say('mcp')),
    entry('OpenAPI', '/openapi.json', say('openapi')),
    entry('/api/catalog', '/api/catalog', say('catalog')),
    `\n## ${say('operations')}\n`,
    ...tools.map(({ tool: { method, path, text } }) => entry(`${method} ${path}`, path, text.say(locale, 'summary', {}))),
  ].join('\n')
}
