import { cleanText } from '../../contract/clean.ts'
import { problemText } from '../../contract/problem.text.ts'
import { Refusal } from '../../contract/problem.ts'
import { parseAddress } from '../../policy/address.ts'

const SHOWN_MAX = 200

/**
 * The origin of the page that sent a request; null if it was not sent by a page. Throws a Refusal unless that page is one of ours.
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
  if (origin === null) return null
  if (publicOrigins.includes(origin)) return origin
  const scheme = /^https:/i.test(url) ? 'https' : 'http'
  const asked = parsed(`${scheme}://${headers.get('host') ?? ''}`)
  if (asked?.origin === origin && isFixed(asked.hostname, publicOrigins)) return origin
  const shown = cleanText(origin).slice(0, SHOWN_MAX)
  throw new Refusal('foreign-origin', (locale) => problemText.say(locale, 'foreign-origin-detail', { origin: shown }))
}

/** Whether nobody else can make a browser connect to us under this name. */
function isFixed(hostname: string, publicOrigins: readonly string[]): boolean {
  const isAddress = parseAddress(hostname.replace(/^\[|\]$/g, '')) !== null
  return isAddress || hostname === 'localhost' || publicOrigins.some((origin) => parsed(origin)?.hostname === hostname)
}

function parsed(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null
}
