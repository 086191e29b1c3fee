import type { Locale } from '../../contract/text.ts'
import { toldText } from './told.text.ts'
import { headerLine, type ShownChain, sayTrust } from './told.ts'

/** Prints a response head as `curl -I` does. Before it come the redirects and the connection, marked as `curl -v` marks them. */
export function printCurl(answer: ShownChain, locale: Locale): string {
  const { finalUrl, address, status, statusText, httpVersion, headers, redirects, tls, outcome, reason } = answer
  return [
    ...redirects.map((hop) => `* ${hop.url} (${hop.address}): ${hop.status}, Location: ${hop.location}`),
    ...more('more-redirects', answer.redirectsOmitted, locale),
    `* ${finalUrl}${address === null ? '' : ` (${address})`}${tls ? `, ${tls.protocol}` : ''}`,
    ...(tls && !tls.authorized ? [`* ${sayTrust(tls, locale)}`] : []),
    ...(headers
      ? [`HTTP/${httpVersion} ${status} ${statusText}`.trimEnd(), ...headers.map((header) => headerLine(header, locale)), '']
      : []),
    ...more('more-headers', answer.omitted, locale),
    ...(outcome === 'response' ? [] : [`* ${toldText.say(locale, outcome, { reason: reason ?? outcome })}`]),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function more(what: 'more-redirects' | 'more-headers', count: number, locale: Locale): string[] {
  return count === 0 ? [] : [`* ${toldText.say(locale, what, { count })}`]
}
