import { type Block, facts } from '../../contract/blocks.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import { inMs } from '../../contract/written.ts'
import type { Header } from '../../net/http/head.ts'
import { httpText } from '../told.text.ts'
import type { ShownChain } from './chain.ts'

type SpokenTls = NonNullable<ShownChain['tls']>

/** Draws where a URL leads, what its server answers there, which headers protect its visitors, and all of them. */
export function chainTold(answer: ShownChain, locale: Locale): readonly (Block | null)[] {
  const say = sayIn(httpText, locale)
  const { finalUrl, address, status, statusText, httpVersion, redirects, tls, outcome, reason, timingMs } = answer
  const final = { name: finalUrl, badges: status === null ? [] : [String(status)], notes: address === null ? [] : [address] }
  const hops = redirects.map((hop) => ({ name: hop.url, badges: [String(hop.status)], notes: [hop.address] }))
  const count = { redirects: answer.redirectsOmitted, headers: answer.omitted }
  return [
    facts([
      [say('status'), [status, statusText].filter(Boolean).join(' ')],
      [say('why'), outcome === 'response' ? null : say(outcome, { reason: reason ?? outcome })],
      [say('address'), address],
      [say('version'), httpVersion],
      [say('certificate'), tls && sayTrust(tls, locale), tls && (tls.authorized ? 'good' : 'bad')],
      [say('first-byte'), timingMs.firstByte === null ? null : `${inMs(timingMs.firstByte)} ms`],
    ]),
    { kind: 'chain', title: say('redirects'), links: hops.length === 0 ? [] : [...hops, final] },
    count.redirects > 0 ? { kind: 'note', text: say('more-redirects', { count: count.redirects }) } : null,
    protectionTold(answer, locale),
    { kind: 'code', title: say('headers'), lines: headLines(answer, locale) },
    count.headers > 0 ? { kind: 'note', text: say('more-headers', { count: count.headers }) } : null,
  ]
}

/** Returns whether clients trust a certificate, and over which protocol it came. */
export function sayTrust({ authorized, protocol, error }: SpokenTls, locale: Locale): string {
  if (authorized) return httpText.say(locale, 'trusted', { protocol })
  return error === null ? httpText.say(locale, 'untrusted', {}) : httpText.say(locale, 'untrusted-because', { reason: error })
}

/** Headers by which a server has browsers protect its visitors; the first is heeded over HTTPS alone. */
const PROTECTING = [
  'strict-transport-security',
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
]

/** Draws which of the headers that protect visitors were sent, as far as all headers are shown. */
function protectionTold({ headers, omitted, finalUrl }: ShownChain, locale: Locale): Block {
  const say = sayIn(httpText, locale)
  const sent = new Set((headers ?? []).map(({ name }) => name.toLowerCase()))
  const asked = finalUrl.startsWith('https:') ? PROTECTING : PROTECTING.slice(1)
  const known = sent.size === 0 ? [] : asked.filter((name) => omitted === 0 || sent.has(name))
  return facts(
    known.map((name) => (sent.has(name) ? [name, say('sent'), 'good'] : [name, say('missing'), 'bad'])),
    { title: say('protection') },
  )
}

/** A name that is a token (RFC 9110, section 5.6.2) and does not begin like a remark. */
const FIELD_NAME = /^(?!\*)[!#$%&'*+.^_`|~0-9a-z-]+$/i

/** Returns the lines of the response head, without the blank one behind it; none if there was no response. */
function headLines({ headers, httpVersion, status, statusText }: ShownChain, locale: Locale): string[] {
  if (headers === null) return []
  return [`HTTP/${httpVersion} ${status} ${statusText}`.trimEnd(), ...headers.map((header) => headerLine(header, locale))]
}

/** Returns a line for a header; one that is not a field is marked. */
function headerLine({ name, value }: Header, locale: Locale): string {
  if (FIELD_NAME.test(name)) return `${name}: ${value}`
  return `${httpText.say(locale, 'not-a-field', {})} ${value === '' ? name : `${name}: ${value}`}`
}

/** Prints a response head as `curl -I` does. Before it come the redirects and the connection, marked as `curl -v` marks them. */
export function printCurl(answer: ShownChain, locale: Locale): string {
  const { finalUrl, address, headers, redirects, tls, outcome, reason } = answer
  return [
    ...redirects.map((hop) => `* ${hop.url} (${hop.address}): ${hop.status}, Location: ${hop.location}`),
    ...more('more-redirects', answer.redirectsOmitted, locale),
    `* ${finalUrl}${address === null ? '' : ` (${address})`}${tls ? `, ${tls.protocol}` : ''}`,
    ...(tls && !tls.authorized ? [`* ${sayTrust(tls, locale)}`] : []),
    ...headLines(answer, locale),
    ...(headers === null ? [] : ['']),
    ...more('more-headers', answer.omitted, locale),
    ...(outcome === 'response' ? [] : [`* ${httpText.say(locale, outcome, { reason: reason ?? outcome })}`]),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function more(what: 'more-redirects' | 'more-headers', count: number, locale: Locale): string[] {
  return count === 0 ? [] : [`* ${httpText.say(locale, what, { count })}`]
}
