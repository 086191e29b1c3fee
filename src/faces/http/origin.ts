import { cleanText } from '../../contract/clean.ts'
import { problemText } from '../../contract/problem.text.ts'
import { Refusal } from '../../contract/problem.ts'
import { CHECKS_PATH, PAIR_PATH } from '../../operations/registry/tools.ts'
import { parseAddress } from '../../policy/address.ts'
import { BY_ORIGIN, EXPOSED, type Exchange, PROBE_PATH } from './reply.ts'
import type { Visit } from './visit.ts'

const SHOWN_MAX = 200
export const MCP_PATH = '/mcp'
export const OPEN_TO_ALL = { 'access-control-allow-origin': '*' }
/** The methods and headers that scripts of other pages may send. */
export const ALLOWED = { methods: ['GET', 'POST', 'OPTIONS'], headers: ['Content-Type', 'Accept-Language', 'Prefer'] }
/** The headers that say so. */
export const ALLOWS = {
  'access-control-allow-headers': ALLOWED.headers.join(', '),
  'access-control-allow-methods': ALLOWED.methods.join(', '),
}
const PORT_TEST = /^\/(port\/)?(\d{1,5})$/
/** A day is the longest that a browser caches a preflight. */
export const PREFLIGHT_MAX_AGE_S = 86_400
/** The headers that clients of the protocol send from a browser, beside those that are always allowed. */
const MCP_HEADERS =
  'Content-Type, Accept, Accept-Language, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID'

/** The settings about pages. */
export interface Pages {
  /** The origins under which browsers reach this server. */
  readonly publicOrigins: readonly string[]
  /** Whether checks may reach the operator's own networks. */
  readonly isInside: boolean
}

/**
 * Judges the page that a request comes from, before its route is looked up. Every page may read most answers. Pages of other sites get no
 * token of a visitor's address: they could use it from elsewhere, after the visitor has left them. If checks may reach the operator's own
 * networks, those pages may not run tools either: through a visitor's browser they could scan those networks. Nor may they act as an agent,
 * as the Model Context Protocol demands: its path is open only to our own pages, and has its own preflights.
 */
export function judgePage(
  { request, set }: Exchange,
  path: string,
  { isInside, publicOrigins, compat }: Pages & { readonly compat: boolean },
): Response | undefined {
  if (path === MCP_PATH) return judgeAgent({ request, set }, publicOrigins)
  const runs = path.startsWith(CHECKS_PATH) || path === PROBE_PATH || (compat && portTestIn(path) !== null)
  if (runs && isInAdvance(request.headers)) throw PREFETCHED
  if (path === PAIR_PATH) judgePair(request, publicOrigins)
  if (isInside && runs) pageOriginOf(request, publicOrigins)
  if (isInside && runs && request.method === 'GET') judgeUnseen(request, publicOrigins)
}

/** The headers with which browsers say that nobody has opened an address yet: today's, and those of earlier ones. */
const PREFETCHING = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
const IN_ADVANCE = /\b(?:prefetch|prerender|preview)\b/i
/** Returns whether a browser asks for what nobody has opened yet. */
export function isInAdvance(headers: Headers): boolean {
  return PREFETCHING.some((name) => {
    const said = headers.get(name)
    return said !== null && IN_ADVANCE.test(said)
  })
}

const PREFETCHED = new Refusal('prefetch-refused', (locale) => problemText.say(locale, 'prefetch-refused-detail', {}))

/**
 * Judges a GET without an Origin, which a browser sends for a picture or a link of another site, and for a page under a name that was pointed
 * at us. So its Host has to be one that cannot be rebound. What a browser says of the site behind it is believed; over plain HTTP
 * to another machine it says nothing, so there no browser is let in. A picture or a link cannot change how the browser names itself.
 */
function judgeUnseen({ headers }: Request, publicOrigins: readonly string[]): void {
  if (headers.has('origin')) return
  const odd = unfixedHost(headers, publicOrigins)
  if (odd !== null) {
    const slots = { host: excerptOf(odd) }
    throw new Refusal('foreign-origin', (locale) => problemText.say(locale, 'unsure-name-detail', slots))
  }
  if (headers.get('sec-fetch-site') === null && BROWSER.test(headers.get('user-agent') ?? ''))
    throw new Refusal('foreign-origin', (locale) => problemText.say(locale, 'unseen-page-detail', {}))
}

/**
 * Judges a request for a token of the visitor's address. A page under a name that was pointed at us asks without an Origin, as ours does, so
 * where the operator has named this server, no other name will do.
 */
function judgePair(request: Request, publicOrigins: readonly string[]): void {
  if (pageOriginOf(request, publicOrigins) !== null || publicOrigins.length === 0) return
  const odd = unfixedHost(request.headers, publicOrigins)
  if (odd !== null) throw wrongHost(odd)
}

/** Returns the host that was asked, if that is a name that somebody else could point at us. */
function unfixedHost(headers: Headers, publicOrigins: readonly string[]): string | null {
  const asked = URL.parse(`http://${headers.get('host') ?? ''}`)
  return asked && !isFixed(asked.hostname, publicOrigins) ? asked.host : null
}

/** Browsers and their web views, by how they name themselves. */
const BROWSER = /^(?:Mozilla|Opera)\/|\b(?:AppleWebKit|Gecko|Chrome|Safari|Firefox)\b/i

/** Returns the headers with which an answer begins: every page may read it, but an agent's only one of ours. */
export function openTo({ path, request }: Visit, { publicOrigins }: Pick<Pages, 'publicOrigins'>): Record<string, string> {
  if (path !== MCP_PATH) return OPEN_TO_ALL
  const origin = ownOriginOf(request, publicOrigins)
  return { vary: BY_ORIGIN, ...(origin !== null && { 'access-control-allow-origin': origin }) }
}

function ownOriginOf(request: Request, publicOrigins: readonly string[]): string | null {
  try {
    return pageOriginOf(request, publicOrigins)
  } catch {
    return null
  }
}

/** Returns the port that a path of `--compat` tests; null for any other path. */
export function portTestIn(path: string): { readonly port: number; readonly isEchoip: boolean } | null {
  const [, isEchoip, digits] = PORT_TEST.exec(path) ?? []
  return digits === undefined ? null : { port: Number(digits), isEchoip: isEchoip !== undefined }
}

function judgeAgent({ request, set }: Exchange, publicOrigins: readonly string[]): Response | undefined {
  for (const name of Object.keys(set.headers)) if (name.startsWith('access-control-')) delete set.headers[name]
  Object.assign(set.headers, { vary: BY_ORIGIN, 'cache-control': 'no-store' })
  const origin = pageOriginOf(request, publicOrigins)
  if (origin !== null) set.headers['access-control-allow-origin'] = origin
  if (request.method !== 'OPTIONS') return
  const headers = {
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers': MCP_HEADERS,
    'access-control-expose-headers': EXPOSED.join(', '),
    'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
    allow: 'POST, OPTIONS',
  }
  return new Response(null, { status: 204, headers })
}

/** The values of Sec-Fetch-Site on a request that no other site caused. With any other, it may lack an Origin all the same. */
const FROM_HERE: readonly (string | null)[] = [null, 'same-origin', 'none']

/**
 * Returns the origin of the page that sent a request; null if it was not sent by a page. Throws a Refusal unless that page is ours.
 *
 * A program does not send Origin, whatever name it uses for us. A browser sends it with every POST, and a page cannot forge it: a page
 * under a name that an attacker points at us (DNS rebinding) sends that name. So an origin is ours if the operator has listed it, or if the
 * page came from the same host and port that the request went to and that host cannot be rebound: an address, localhost, or the host of a
 * listed origin.
 */
export function pageOriginOf(
  { headers, url }: Pick<Request, 'headers' | 'url'>,
  publicOrigins: readonly string[],
): string | null {
  const origin = headers.get('origin')
  if (origin === null && !FROM_HERE.includes(headers.get('sec-fetch-site'))) throw foreign('another site')
  if (origin === null) return null
  if (publicOrigins.includes(origin)) return origin
  const scheme = /^https:/i.test(url) ? 'https' : 'http'
  const asked = URL.parse(`${scheme}://${headers.get('host') ?? ''}`)
  if (asked?.origin !== origin) throw foreign(origin)
  if (isFixed(asked.hostname, publicOrigins)) return origin
  throw publicOrigins.length > 0 ? wrongHost(asked.host) : foreign(origin)
}

function foreign(origin: string): Refusal {
  const slots = { origin: excerptOf(origin) }
  return new Refusal('foreign-origin', (locale) => problemText.say(locale, 'foreign-origin-detail', slots))
}

function wrongHost(host: string): Refusal {
  const slots = { host: excerptOf(host) }
  return new Refusal('wrong-host', (locale) => problemText.say(locale, 'wrong-host-detail', slots))
}

function excerptOf(text: string): string {
  return cleanText(text.slice(0, SHOWN_MAX))
}

/** Returns whether this name is safe from DNS rebinding. */
function isFixed(hostname: string, publicOrigins: readonly string[]): boolean {
  const isAddress = parseAddress(hostname.replace(/^\[|\]$/g, '')) !== null
  return isAddress || hostname === 'localhost' || publicOrigins.some((origin) => URL.parse(origin)?.hostname === hostname)
}
