import type { Elysia } from 'elysia'
import pkg from '../../../package.json' with { type: 'json' }
import { type Locale, sayIn } from '../../contract/text.ts'
import type { NamedTool } from '../../registry/tools.ts'
import type { Exchange } from '../http/reply.ts'
import { localeOf, markLanguage, replyText } from '../http/reply.ts'
import { written } from '../http/written.ts'
import { ICON } from './icon.ts'
import { signpostText } from './signposts.text.ts'

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
      return written(tools, `llms ${locale}`, { request, set }, () =>
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
