import pkg from '../../../package.json' with { type: 'json' }
import { type Allowance, Refusal } from '../../contract/problem.ts'
import { LOCALES, type Locale, negotiateLocale } from '../../contract/text.ts'
import { ownGroup } from '../../operations/registry/describe.ts'
import { type Call, NO_BODY } from '../../operations/run/call.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { Recent } from '../../platform/recent.ts'
import type { Peer } from '../../policy/caller.ts'
import { reachesOut } from '../../policy/policies.ts'
import { type Encoding, type Exchange, encoded, encodingFor, explain, markAllowance, markLanguage } from '../http/reply.ts'
import { placesOf, type Site } from '../http/site.ts'
import { visitOf } from '../http/visit.ts'
import { hasAlready } from '../http/written.ts'
import { drawing } from '../text/answer-blocks.ts'
import { comparisonOf } from '../text/places.ts'
import { openPage } from './assets.ts'
import { documentOf, RUN } from './document.tsx'
import type { ListedTool, PageState, ToolAnswer, Visitor } from './page/answers.ts'
import { bodyFrom } from './page/fields.ts'

/** The characters of a query that are read without charge: reading thousands of fields takes as much work as a look-up. */
const QUERY_FREE = 1024

/** Returns the document for this requester, in their language. It is theirs alone, and asked for again each time. */
export async function documentReply(
  { request, set }: Exchange,
  tools: ReadonlyMap<string, Runnable>,
  site: Site,
): Promise<Response> {
  const visit = visitOf(request)
  const sent = request.url.split('?')[1]?.split('#')[0] ?? ''
  const { caller } = visit
  const payer = { caller, counted: (allowance: Allowance) => markAllowance(set, allowance) }
  if (sent.length > QUERY_FREE) await site.spend(payer, 1)
  const query = new URLSearchParams(sent)
  const locale = LOCALES.find((one) => one === query.get('lang')) ?? negotiateLocale(request.headers.get('accept-language'))
  const call = { caller, locale, signal: request.signal, face: 'web', requestId: () => visit.id } as const
  const plain = reachingNobody(tools.values())
  const [pack, state] = await Promise.all([openPage(), stateFor(query, tools, plain, { ...call, request }, site)])
  const themeStyle = site.theme?.dress.style?.name ?? null
  const drawn = drawnFor(tools)
  const key = JSON.stringify({ ...state, tools: null, themeStyle })
  // A repeated visit from the same address is free; drawing takes as much work as a look-up.
  let page = drawn.get(key)
  if (!page) {
    await site.spend(payer, 1)
    const document = documentOf({ state, pack, themeStyle, plain })
    page = { document, etag: `W/"${Bun.hash(document).toString(36)}"`, encoded: new Map() }
    if (state.asked === null) drawn.set(key, page)
  }
  const { document, etag } = page
  markLanguage(set, locale, 'Accept, Accept-Language, Accept-Encoding')
  Object.assign(set.headers, headersFor(request, site), { etag })
  if (hasAlready(request, etag)) {
    set.status = 304
    return new Response(null)
  }
  const encoding = encodingFor(request)
  if (encoding !== 'identity') set.headers['content-encoding'] = encoding
  const bytes = page.encoded.get(encoding) ?? encoded(document, encoding)
  page.encoded.set(encoding, bytes)
  visit.sends(bytes.length)
  return new Response(bytes)
}

/** A document, with its compressed forms. */
interface DrawnDocument {
  readonly document: string
  readonly etag: string
  readonly encoded: Map<Encoding, Uint8Array<ArrayBuffer>>
}

/** Documents kept, about 50 KB each; twice as many at most. */
const DRAWN_MAX = 64
const DRAWN = new WeakMap<ReadonlyMap<string, Runnable>, Recent<string, DrawnDocument>>()

/** Returns the documents drawn last, as long as the tools are the same. */
function drawnFor(tools: ReadonlyMap<string, Runnable>): Recent<string, DrawnDocument> {
  const drawn = DRAWN.get(tools) ?? new Recent<string, DrawnDocument>(DRAWN_MAX)
  DRAWN.set(tools, drawn)
  return drawn
}

/** Returns headers under which only the page's own script runs, nothing is loaded from elsewhere, only the other places are asked, and no other page frames it. */
function headersFor(request: Request, site: Site): Record<string, string> {
  const { publicOrigins } = site
  const [, ...others] = placesOf(request, site)
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...publicOrigins, ...others.map((place) => place.url)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(isOverTls(request.url, publicOrigins) ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
    link: '<openapi.json>; rel="service-desc"',
  }
}

/** Returns whether visitors use TLS, as far as it is known here: a proxy may have ended it. Over plain HTTP, browsers report the header as an error. */
function isOverTls(url: string, publicOrigins: readonly string[]): boolean {
  const seen = publicOrigins.length > 0 ? publicOrigins : [url]
  return seen.every((one) => one.startsWith('https:'))
}

/** The scopes of addresses that are in a network with this server, or behind the same box as it: it cannot look at them from outside. */
const INSIDE: readonly string[] = ['private', 'shared', 'loopback', 'link-local']

/** Returns what the document shows, and what its script goes on from. */
async function stateFor(
  query: URLSearchParams,
  tools: ReadonlyMap<string, Runnable>,
  plain: readonly Runnable[],
  { request, ...call }: Omit<Call, 'body'> & { readonly caller: Peer; readonly request: Request },
  site: Site,
): Promise<PageState> {
  const { ipdata, publicOrigins, theme } = site
  const visitor = await visitorOf(tools, call)
  return {
    locale: call.locale,
    visitor,
    isAtHome: INSIDE.includes(visitor.scope) && !mayCheck(call.caller, site),
    tools: toolsWithForms(tools.values(), call.locale),
    credits: creditsOf(ipdata.datasets),
    theme: theme?.dress.theme ?? null,
    origins: publicOrigins,
    places: placesFor(request, tools, site),
    asked: await runAsked(query, plain, call),
    version: pkg.version,
  }
}

/** Returns the other places that the page may ask, for the tools that look at the requester or at a public target. */
function placesFor(request: Request, tools: ReadonlyMap<string, Runnable>, site: Site): PageState['places'] {
  const [own, ...others] = placesOf(request, site)
  if (others.length === 0) return null
  const looking = [...tools.values()].filter(({ tool: { policy } }) => reachesOut(policy) && policy.kind !== 'requester-and-name')
  return { name: own.name, others, by: Object.fromEntries(looking.map((one) => [one.name, comparisonOf(one)])) }
}

/** Returns whether the address of a caller may be checked: an operator may allow it for a network of their own. */
function mayCheck(caller: Peer, { pairOf }: Site): boolean {
  try {
    pairOf(caller)
    return true
  } catch (thrown) {
    if (thrown instanceof Refusal) return false
    throw thrown
  }
}

async function visitorOf(tools: ReadonlyMap<string, Runnable>, call: Omit<Call, 'body'>): Promise<Visitor> {
  const outcome = await tools.get('ip-json')?.run({ ...call, body: NO_BODY })
  // A seam: the answer is as its schema says.
  return outcome?.answer as Visitor
}

/** Returns each credit once: several datasets come from the same place. */
function creditsOf(datasets: Site['ipdata']['datasets']): PageState['credits'][number][] {
  const credits = new Map<string, PageState['credits'][number]>()
  for (const { attribution, attributionUrl } of datasets) {
    if (attribution !== null) credits.set(attribution, { attribution, url: attributionUrl })
  }
  return [...credits.values()]
}

/** Returns the tools that have a form; the first view already shows the answers of the others. */
function toolsWithForms(tools: Iterable<Runnable>, locale: Locale): ListedTool[] {
  return [...tools]
    .filter(({ tool }) => tool.body !== null)
    .map(({ name, tool }) => {
      const { group, text } = tool
      const [title, summary] = [text.say(locale, 'title', {}), text.say(locale, 'summary', {})]
      return { name, title, group, ...ownGroup(tool, locale), summary }
    })
}

/** Returns the tools that a form without a script may run: a link can make any browser open it, so only those that send nothing to others. */
function reachingNobody(tools: Iterable<Runnable>): Runnable[] {
  return [...tools].filter(({ tool }) => tool.body !== null && !reachesOut(tool.policy))
}

/** Runs the tool that the address of the page names, with the fields beside it. */
async function runAsked(
  query: URLSearchParams,
  tools: readonly Runnable[],
  call: Omit<Call, 'body'>,
): Promise<PageState['asked']> {
  const runnable = tools.find(({ name }) => name === query.get(RUN))
  const schema = runnable?.tool.body
  if (!runnable || !schema) return null
  const request = bodyFrom(schema, Object.fromEntries(query))
  try {
    const { answer } = await drawing(runnable).run({ ...call, body: request })
    // A seam: every answer of a tool starts with these fields.
    return { tool: runnable.name, request, ending: { kind: 'answered', answer: answer as ToolAnswer } }
  } catch (thrown) {
    return { tool: runnable.name, request, ending: { kind: 'refused', problem: explain(thrown, call.locale) } }
  }
}
