import { cleanText } from '../../contract/clean.ts'
import { problemText } from '../../contract/problem.text.ts'
import { Refusal } from '../../contract/problem.ts'
import { parseAddress } from '../../policy/address.ts'

const SHOWN_MAX = 200

/** What the settings say of pages. */
export interface Pages {
  /** The origins under which browsers reach this server. */
  readonly publicOrigins: readonly string[]
  /** Whether checks may reach networks of the operator's own. */
  readonly isInside: boolean
}

/**
 * Throws a Refusal for a stranger's page where checks reach networks of the operator's own: through the browser of a visitor it would
 * scan them. Elsewhere every page may ask.
 */
export function refuseForeignPage(request: Pick<Request, 'headers' | 'url'>, { isInside, publicOrigins }: Pages): void {
  if (isInside) pageOriginOf(request, publicOrigins)
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
