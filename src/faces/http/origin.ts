import { cleanText } from '../../contract/clean.ts'
import { problemText } from '../../contract/problem.text.ts'
import { Refusal } from '../../contract/problem.ts'
import { parseAddress } from '../../policy/address.ts'
import { BY_ORIGIN, EXPOSED, type Exchange } from './reply.ts'

const SHOWN_MAX = 200
export const MCP_PATH = '/mcp'
const TOOLS_PATH = '/api/tools/'
const PORT_TEST = /^\/(port\/)?(\d{1,5})$/
const PREFLIGHT_MAX_AGE_S = 86_400
/** The headers that clients of the protocol send from a browser, beside those that they may always send. */
const MCP_HEADERS =
  'Content-Type, Accept, Accept-Language, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID'

/** What the settings say of pages. */
export interface Pages {
  /** The origins under which browsers reach this server. */
  readonly publicOrigins: readonly string[]
  /** Whether checks may reach networks of the operator's own. */
  readonly isInside: boolean
}

/**
 * Judges the page that a request comes from, before its route is looked for. Every page may read most answers. Where checks reach networks of
 * the operator's own, a stranger's page may not run tools: through the browser of a visitor it would scan them. A page may not act as
 * an agent either, as the Model Context Protocol demands: that path is open to our own pages alone, and has preflights of its own.
 */
export function judgePage({ request, set }: Exchange, path: string, { isInside, publicOrigins }: Pages): Response | undefined {
  if (path === MCP_PATH) return judgeAgent({ request, set }, publicOrigins)
  if (isInside && (path.startsWith(TOOLS_PATH) || portTestIn(path))) pageOriginOf(request, publicOrigins)
}

/** Returns the headers with which an answer begins: every page may read it, unless it is an agent's. */
export function openTo(path: string): Record<string, string> {
  return path === MCP_PATH ? { vary: BY_ORIGIN } : { 'access-control-allow-origin': '*' }
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

/** What browsers say of a request that another site caused, where they send no Origin with it. */
const FROM_ELSEWHERE: readonly (string | null)[] = ['cross-site', 'same-site']

/**
 * Returns the origin of the page that sent a request; null if it was not sent by a page. Throws a Refusal unless that page is one of ours.
 *
 * A program does not send Origin, whatever name it reaches us under. A browser sends it with every POST, and a page cannot forge it: a page under
 * a name that an attacker points at us (DNS rebinding) sends that name. So an origin counts as ours if the operator has listed it, or
 * if the page came from the very host and port that the request went to, and that host cannot be rebound: an address, localhost, or the
 * host of a listed origin.
 */
export function pageOriginOf(
  { headers, url }: Pick<Request, 'headers' | 'url'>,
  publicOrigins: readonly string[],
): string | null {
  const origin = headers.get('origin')
  if (origin === null && FROM_ELSEWHERE.includes(headers.get('sec-fetch-site'))) throw foreign('another site')
  if (origin === null) return null
  if (publicOrigins.includes(origin)) return origin
  const scheme = /^https:/i.test(url) ? 'https' : 'http'
  const asked = parsed(`${scheme}://${headers.get('host') ?? ''}`)
  if (asked?.origin !== origin) throw foreign(origin)
  if (isFixed(asked.hostname, publicOrigins)) return origin
  throw publicOrigins.length > 0 ? wrongHost(asked.host) : foreign(origin)
}

function foreign(origin: string): Refusal {
  const slots = { origin: shown(origin) }
  return new Refusal('foreign-origin', (locale) => problemText.say(locale, 'foreign-origin-detail', slots))
}

function wrongHost(host: string): Refusal {
  const slots = { host: shown(host) }
  return new Refusal('wrong-host', (locale) => problemText.say(locale, 'wrong-host-detail', slots))
}

function shown(text: string): string {
  return cleanText(text.slice(0, SHOWN_MAX))
}

/** Returns whether nobody else can make a browser connect to us under this name. */
function isFixed(hostname: string, publicOrigins: readonly string[]): boolean {
  const isAddress = parseAddress(hostname.replace(/^\[|\]$/g, '')) !== null
  return isAddress || hostname === 'localhost' || publicOrigins.some((origin) => parsed(origin)?.hostname === hostname)
}

function parsed(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null
}
