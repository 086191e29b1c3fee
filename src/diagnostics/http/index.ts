/** The check of a web server: its redirects, the root of a service, headers that are missing, and all of that as it is drawn. */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { type Block, facts } from '../../contract/blocks.ts'
import { foreign, omitted, oneOf, orNull } from '../../contract/schema.ts'
import { inMs } from '../../contract/span.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import { type Budget, bytesInAnswer, cut } from '../../net/budget.ts'
import { LAYERS } from '../../net/findings.ts'
import type { Method } from '../../net/http/exchange.ts'
import { type HeadResult, headerOf, rootOf } from '../../net/http/index.ts'
import { CHAIN_OUTCOMES, type ChainOutcome } from '../../net/http/outcome.ts'
import type { Hop, HttpChain } from '../../net/http/request.ts'
import type { Header, ResponseHead } from '../../net/http/response.ts'
import { rounded } from '../../platform/deadline.ts'
import type { PublicService } from '../../policy/target.ts'
import { httpText } from '../told.text.ts'

export { cut } from '../../net/budget.ts'
export type { HttpChain } from '../../net/http/index.ts'

const METHODS = ['GET', 'HEAD'] as const satisfies readonly Method[]
export const METHOD_FIELD = oneOf(...METHODS)

const TLS_STATE = Type.Object({
  authorized: Type.Boolean(),
  protocol: Type.String(),
  error: orNull(foreign(Type.String())),
})

/** A chain of redirects as a result shows it; null is "not known". */
export const CHAIN_FIELDS = {
  url: Type.String(),
  finalUrl: foreign(Type.String()),
  address: orNull(Type.String()),
  status: orNull(Type.Integer()),
  statusText: orNull(foreign(Type.String())),
  httpVersion: orNull(Type.String()),
  headers: orNull(foreign(Type.Array(Type.Object({ name: Type.String(), value: Type.String() })))),
  omitted: omitted('header lines'),
  redirects: foreign(
    Type.Array(Type.Object({ url: Type.String(), status: Type.Integer(), location: Type.String(), address: Type.String() })),
  ),
  redirectsOmitted: omitted('redirects'),
  timingMs: Type.Object({
    dns: Type.Number(),
    connect: orNull(Type.Number()),
    tls: orNull(Type.Number()),
    firstByte: orNull(Type.Number()),
    total: Type.Number(),
  }),
  tls: orNull(TLS_STATE),
  outcome: oneOf<readonly [ChainOutcome, ...ChainOutcome[]]>(...CHAIN_OUTCOMES),
  reason: orNull(Type.String()),
  failedLayer: orNull(oneOf(...LAYERS)),
} satisfies Record<string, TSchema>
type ShownChain = Static<TObject<typeof CHAIN_FIELDS>>

/**
 * Returns a chain as a result shows it. The phases are those of the last request; the total is that of the whole chain, starting with the
 * first lookup. Items that do not fit an answer are left out and counted.
 */
export function showChain(
  url: string,
  { final, last, redirects, outcome, reason, failedLayer }: HttpChain,
  totalMs: number,
  budget: Budget,
) {
  const { head, address, tls, timingMs } = last
  const hops = budget.show(redirects, (hop) => bytesInAnswer(showHop(hop)))
  const headers = budget.show(head?.headers ?? [], (header) => bytesInAnswer(showHeader(header)))
  return {
    url: cut(url),
    finalUrl: cut(final.url.href),
    address,
    status: head?.status ?? null,
    statusText: head && cut(head.statusText),
    httpVersion: head?.httpVersion ?? null,
    headers: head && headers.items.map(showHeader),
    omitted: headers.omitted,
    redirects: hops.items.map(showHop),
    redirectsOmitted: hops.omitted,
    timingMs: { dns: final.host.resolveMs, ...timingMs, total: rounded(totalMs) },
    tls,
    outcome,
    reason,
    failedLayer,
  }
}

function showHop({ url, status, location, address }: Hop) {
  return { url: cut(url), status, location: cut(location), address }
}

function showHeader({ name, value }: Header) {
  return { name: cut(name), value: cut(value) }
}

/** The answer of a service to a request for its root. */
export const SERVICE_HTTP = Type.Object({
  scheme: oneOf('http', 'https'),
  url: Type.String(),
  ok: Type.Boolean(),
  status: orNull(Type.Integer()),
  server: orNull(foreign(Type.String())),
  location: orNull(foreign(Type.String())),
  latencyMs: orNull(Type.Number()),
  error: orNull(foreign(Type.String())),
  failedLayer: orNull(oneOf(...LAYERS)),
  tls: orNull(TLS_STATE),
})

const SERVER_ERROR = 500

/** Judges what a web server answered where it answered at all: false if it failed, or if no browser trusts its certificate. */
export function judgeResponse({ status, tls }: Pick<Static<typeof SERVICE_HTTP>, 'status' | 'tls'>): false | undefined {
  return (status !== null && status >= SERVER_ERROR) || tls?.authorized === false ? false : undefined
}

export function showServiceHttp(
  scheme: 'http' | 'https',
  service: Pick<PublicService, 'host' | 'port'>,
  { head, reason, failedLayer, tls, timingMs }: HeadResult,
) {
  const shown = (name: string) => {
    const value = head && headerOf(head, name)
    return value === null ? null : cut(value)
  }
  return {
    scheme,
    url: rootOf(scheme, service).href,
    ok: head !== null && head.status < 400,
    status: head?.status ?? null,
    server: shown('server'),
    location: shown('location'),
    latencyMs: timingMs.firstByte,
    error: reason,
    failedLayer,
    tls,
  }
}

/** A header that a response lacks and that browsers would act on, most important first. */
type Weakness =
  | { readonly code: 'add-hsts' | 'add-csp' | 'add-nosniff' | 'fix-header-lines' }
  | { readonly code: 'lengthen-hsts'; readonly days: number }
  | { readonly code: 'secure-cookies' | 'hide-cookies' | 'limit-cookies'; readonly names: string }

/** The way by which the response arrived: HSTS counts only over a trusted connection, and never for an address (RFC 6797, section 8.1). */
interface Arrival {
  readonly isHttps: boolean
  readonly isTrusted: boolean
  readonly isAddress: boolean
}

/** The age that the browsers' preload lists and the usual tests accept as long enough. */
const HSTS_MIN_DAYS = 180
const DAY_SECONDS = 86_400
const NAMES_MAX = 5
const NAME_MAX_LENGTH = 40
/** Content in which browsers run scripts, and content whose type they guess. */
const DOCUMENT = /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|)$/i

export function weaknessesOf({ headers, hasOddLines }: Pick<ResponseHead, 'headers' | 'hasOddLines'>, way: Arrival): Weakness[] {
  const valuesOf = (wanted: string) => headers.filter(({ name }) => name.toLowerCase() === wanted).map(({ value }) => value)
  const [type = ''] = valuesOf('content-type')
  const isDocument = DOCUMENT.test(type.split(';')[0]?.trim() ?? '')
  const isNosniff = valuesOf('x-content-type-options')[0]?.split(',')[0]?.trim().toLowerCase() === 'nosniff'
  return [
    ...(way.isTrusted && !way.isAddress ? weakHsts(valuesOf('strict-transport-security')) : []),
    ...(way.isHttps ? weakCookies(valuesOf('set-cookie')) : []),
    ...(isDocument && valuesOf('content-security-policy').length === 0 ? [{ code: 'add-csp' } as const] : []),
    ...(isNosniff ? [] : [{ code: 'add-nosniff' } as const]),
    ...(hasOddLines ? [{ code: 'fix-header-lines' } as const] : []),
  ]
}

/** Returns the weaknesses of HSTS. Only the first field counts, and browsers ignore one without an age. */
function weakHsts([first]: readonly string[]): Weakness[] {
  const directives = first?.split(';').map((directive) => directive.trim()) ?? []
  const age = directives
    .map((directive) => /^max-age\s*=\s*"?(\d+)"?$/i.exec(directive)?.[1])
    .find((digits) => digits !== undefined)
  if (age === undefined) return [{ code: 'add-hsts' }]
  const days = Math.floor(Number(age) / DAY_SECONDS)
  return days < HSTS_MIN_DAYS ? [{ code: 'lengthen-hsts', days }] : []
}

const COOKIE_ATTRIBUTES = [
  ['secure', 'secure-cookies'],
  ['httponly', 'hide-cookies'],
  ['samesite', 'limit-cookies'],
] as const

function weakCookies(lines: readonly string[]): Weakness[] {
  const cookies = lines.map((line) => {
    const [pair = '', ...attributes] = line.split(';')
    return {
      name: (pair.split('=')[0] ?? '').trim().slice(0, NAME_MAX_LENGTH),
      attributes: attributes.map((attribute) => (attribute.split('=')[0] ?? '').trim().toLowerCase()),
    }
  })
  return COOKIE_ATTRIBUTES.flatMap(([attribute, code]) => {
    const names = cookies.filter(({ attributes }) => !attributes.includes(attribute)).map(({ name }) => name)
    if (names.length === 0) return []
    const shown = [...new Set(names)].slice(0, NAMES_MAX)
    return [{ code, names: `${shown.join(', ')}${shown.length < new Set(names).size ? ', ...' : ''}` }]
  })
}

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

/** Says whether clients trust a certificate, and over which protocol it came. */
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
