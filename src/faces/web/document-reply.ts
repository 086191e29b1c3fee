import type { Allowance } from '../../contract/problem.ts'
import { LOCALES, negotiateLocale } from '../../contract/text.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { Recent } from '../../platform/recent.ts'
import { type Encoding, type Exchange, encoded, encodingFor, markAllowance, markLanguage } from '../http/reply.ts'
import { placesOf, type Site } from '../http/site.ts'
import { visitOf } from '../http/visit.ts'
import { hasAlready } from '../http/written.ts'
import { openPage } from './assets.ts'
import { documentOf } from './document.tsx'
import { reachingNobody, stateFor } from './page-state.ts'

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
