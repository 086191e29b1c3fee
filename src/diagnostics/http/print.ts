import type { Locale } from '../../contract/text.ts'
import type { ChainOutcome } from '../../net/http/outcome.ts'
import { toldText } from './told.text.ts'

interface ShownChain {
  finalUrl: string
  address: string | null
  status: number | null
  statusText: string | null
  httpVersion: string | null
  headers: readonly { name: string; value: string }[] | null
  omitted: number
  redirects: readonly { url: string; status: number; location: string; address: string }[]
  redirectsOmitted: number
  tls: { authorized: boolean; protocol: string; error: string | null } | null
  outcome: ChainOutcome
  reason: string | null
}

/** Prints a response head as `curl -I` does. Before it come the redirects and the connection, marked as `curl -v` marks them. */
export function printCurl(answer: ShownChain, locale: Locale): string {
  const { finalUrl, address, status, statusText, httpVersion, headers, redirects, tls, outcome, reason } = answer
  return [
    ...redirects.map((hop) => `* ${hop.url} (${hop.address}): ${hop.status}, Location: ${hop.location}`),
    ...more('more-redirects', answer.redirectsOmitted, locale),
    `* ${finalUrl}${address === null ? '' : ` (${address})`}${tls ? `, ${tls.protocol}` : ''}`,
    ...(tls && !tls.authorized ? [`* ${toldText.say(locale, 'untrusted-because', { reason: tls.error ?? '' })}`] : []),
    ...(headers
      ? [`HTTP/${httpVersion} ${status} ${statusText}`.trimEnd(), ...headers.map((header) => printHeader(header, locale)), '']
      : []),
    ...more('more-headers', answer.omitted, locale),
    ...(outcome === 'response' ? [] : [`* ${toldText.say(locale, outcome, { reason: reason ?? outcome })}`]),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

/** A name that is a token (RFC 9110, section 5.6.2) and does not begin like one of our own remarks. */
const FIELD_NAME = /^(?!\*)[!#$%&'*+.^_`|~0-9a-z-]+$/i

/** Returns a line for a header. A line that is not a field could look like one of our own, so it is marked. */
function printHeader({ name, value }: { name: string; value: string }, locale: Locale): string {
  if (FIELD_NAME.test(name)) return `${name}: ${value}`
  return `${toldText.say(locale, 'not-a-field', {})} ${value === '' ? name : `${name}: ${value}`}`
}

function more(what: 'more-redirects' | 'more-headers', count: number, locale: Locale): string[] {
  return count === 0 ? [] : [`* ${toldText.say(locale, what, { count })}`]
}
