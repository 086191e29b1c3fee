import Negotiator from 'negotiator'
import { type Allowance, internalFault, type Problem, problemOf, Refusal, refusedField } from '../../contract/problem.ts'
import { LOCALES, type Locale, negotiateLocale, readable } from '../../contract/text.ts'
import { renderProblem } from '../text/render.ts'
import { formatText } from './http.text.ts'

/** The part of Elysia's `set` that we write. */
export interface Outgoing {
  status?: number | string
  headers: Record<string, string | number>
}

/** The part of Elysia's context that a route reads: the request, and the status and headers of its answer. */
export interface Exchange {
  readonly request: Request
  readonly set: Outgoing
}

const MEDIA_TYPES = {
  json: 'application/json',
  text: 'text/plain',
  short: 'text/plain',
  ndjson: 'application/x-ndjson',
  sse: 'text/event-stream',
  problem: 'application/problem+json',
} as const

type Format = keyof typeof MEDIA_TYPES
export type StreamFormat = 'ndjson' | 'sse'

/** The formats of an answer that is ready at once, of one with one value for scripts, and of one that takes time. Between equals, the first wins. */
export const AT_ONCE = ['json', 'text'] as const
export const IN_SHORT = [...AT_ONCE, 'short'] as const
export const OVER_TIME = [...IN_SHORT, 'ndjson', 'sse'] as const
/** The formats that a refused request may have asked for. Text gets text; all others get the problem body. */
const REFUSED = [...OVER_TIME, 'problem'] as const

/** Longer than any value that a parameter can have. */
const PARAMETER_MAX = 256

export const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'
export const REQUEST_ID = 'x-request-id'
/** The headers that a script in a browser may read. */
export const EXPOSED = ['Allow', 'Doorstep-Code', 'RateLimit-Policy', 'RateLimit', 'Retry-After', 'X-Request-Id']
const EXPOSE = 'access-control-expose-headers'
const EXPOSED_LIST = EXPOSED.join(', ')
/** The header without which a script in a browser cannot read the id of an answer. */
export const EXPOSES_ID = { [EXPOSE]: EXPOSED_LIST }
/** `Vary` of an answer that other pages may not read. */
export const BY_ORIGIN = 'Origin'
/** The link to the description of the API, for programs (RFC 8631). */
export const DESCRIBED = '</openapi.json>; rel="service-desc"'
/** The path at which Prometheus has a tool run. */
export const PROBE_PATH = '/probe'
export const TEXT_TYPE = 'text/plain; charset=utf-8'

/** Returns the format of an answer. `?format=` takes precedence over Accept; the default is JSON. */
export function negotiateFormat<Offered extends Format>(request: Request, offered: readonly Offered[]): Offered | 'json' {
  const wanted = parameterOf(request.url, 'format')
  if (wanted === null) return accepted(request.headers.get('accept'), offered)
  const format = offered.find((known) => known === wanted)
  if (format) return format
  throw refusedField('format', (locale) => formatText.say(locale, 'unknown-format', { formats: offered.join(', ') }))
}

/** Returns the format that an `Accept` prefers. */
export function accepted<Offered extends Format>(sent: string | null, offered: readonly Offered[]): Offered | 'json' {
  const accept = readable(sent)
  if (accept === null || accept === '*/*') return 'json'
  const best = new Negotiator({ headers: { accept } }).mediaType(offered.map((format) => MEDIA_TYPES[format]))
  return offered.find((format) => MEDIA_TYPES[format] === best) ?? 'json'
}

/** Returns whether a refusal is sent as text. Applies to every refusal, even if the path does not exist or never returns text. */
function wantsText(request: Request): boolean {
  const wanted = parameterOf(request.url, 'format')
  if (wanted === null && pathOf(request.url) === PROBE_PATH) return true
  if (REFUSED.some((format) => format === wanted)) return wanted === 'text' || wanted === 'short'
  return accepted(request.headers.get('accept'), REFUSED) === 'text'
}

/** Returns whether a browser asks: a client that names HTML and does not prefer plain text. `*` for both gets the address. */
export function wantsPage(sent: string | null): boolean {
  const accept = readable(sent)
  if (accept === null || !accept.includes('html')) return false
  const types = new Negotiator({ headers: { accept } }).mediaTypes(['text/plain', 'text/html', 'application/xhtml+xml'])
  return types[0] !== undefined && types[0] !== 'text/plain'
}

/** Returns whether a program asks for JSON rather than for plain text. `*` for both does not. */
export function wantsJson(sent: string | null): boolean {
  const accept = readable(sent)
  if (accept === null || !accept.includes('json')) return false
  return new Negotiator({ headers: { accept } }).mediaType(['text/plain', 'application/json']) === 'application/json'
}

/** Returns whether an answer is to hold everything, also what most readers do not need: `?details=on`. */
export function wantsDetails(request: Request, usual: 'on' | 'off' = 'off'): boolean {
  const wanted = parameterOf(request.url, 'details') ?? usual
  if (wanted === 'on' || wanted === 'off') return wanted === 'on'
  throw refusedField('details', (locale) => formatText.say(locale, 'unknown-details', {}))
}

/** Returns whether the status is to say what was found: `?strict=1`. A stream has sent its status before anything is found. */
export function wantsStrict(request: Request, format: Format): boolean {
  const wanted = parameterOf(request.url, 'strict') ?? '0'
  if (wanted === '0') return false
  if (wanted !== '1') throw refusedField('strict', (locale) => formatText.say(locale, 'unknown-strict', {}))
  if (isStream(format)) throw refusedField('strict', (locale) => formatText.say(locale, 'strict-stream', {}))
  return true
}

export function isStream(format: Format): format is StreamFormat {
  return format === 'ndjson' || format === 'sse'
}

/** Returns the language of an answer. `?lang=` takes precedence over Accept-Language. */
export function localeOf(request: Request): Locale {
  const wanted = parameterOf(request.url, 'lang')
  if (wanted === null || LOCALES.some((known) => known === wanted)) return localeOfRefusal(request)
  throw refusedField('lang', (locale) => formatText.say(locale, 'unknown-lang', { languages: LOCALES.join(', ') }))
}

/** Returns the language of a refusal, which may be about the very language that was asked for. */
function localeOfRefusal(request: Request): Locale {
  const wanted = parameterOf(request.url, 'lang')
  return LOCALES.find((known) => known === wanted) ?? negotiateLocale(request.headers.get('accept-language'))
}

/** Returns the path of a request target, which may be absolute (a proxy's form) or bare (HTTP/1.0 without Host). */
export function pathOf(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/)[0] ?? ''
  return path === '' ? '/' : path
}

/** Returns one parameter of the query, found without reading the others: there may be thousands. Null if it is absent, empty if only its name is there. */
export function parameterOf(url: string, name: string): string | null {
  const start = url.indexOf('?')
  if (start < 0) return null
  const query = `&${url.slice(start + 1).split('#')[0]}&`
  const at = query.indexOf(`&${name}=`)
  if (at < 0) return query.includes(`&${name}&`) ? '' : null
  const end = query.indexOf('&', at + 1)
  return new URLSearchParams(query.slice(at + 1, Math.min(end, at + PARAMETER_MAX))).get(name)
}

export function replyJson(set: Outgoing, body: unknown): string {
  set.headers['content-type'] = JSON_TYPE
  return JSON.stringify(body)
}

/** Replies with text for a terminal. It ends with a line feed, so that the prompt starts on a new line. */
export function replyText(set: Outgoing, text: string): string {
  return replyExactly(set, terminated(text))
}

export function terminated(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

/** Replies with text for a script, without adding a byte. */
export function replyExactly(set: Outgoing, text: string): string {
  set.headers['content-type'] = TEXT_TYPE
  return text
}

/** Marks an answer that depends on the language and, if a header chose it, on the format. */
export function markLanguage(set: Outgoing, locale: Locale, vary = 'Accept-Language'): void {
  set.headers['content-language'] = locale
  // The `Vary` of an answer that only one page may read is kept.
  set.headers.vary = set.headers.vary === BY_ORIGIN ? `${BY_ORIGIN}, ${vary}` : vary
}

/** Adds what is left of an allowance, as in draft-ietf-httpapi-ratelimit-headers-11; the items of other policies are kept. */
export function markAllowance(set: Outgoing, { policy, quota, windowS, remaining, resetS }: Allowance): void {
  const key = `"${policy}"`
  listIn(set.headers, 'ratelimit-policy', {
    key,
    parameters: `;q=${quota}${windowS === null ? ';qu="concurrent-requests"' : `;w=${windowS}`}`,
  })
  listIn(set.headers, 'ratelimit', { key, parameters: `;r=${remaining}${resetS === null ? '' : `;t=${resetS}`}` })
  set.headers[EXPOSE] = EXPOSED_LIST
}

/** Adds an item to a header that is a list, in place of an earlier item with the same key. */
function listIn(headers: Outgoing['headers'], name: string, item: { readonly key: string; readonly parameters: string }): void {
  const before = String(headers[name] ?? '').split(', ')
  const others = before.filter((listed) => listed !== '' && !listed.startsWith(item.key))
  headers[name] = [...others, item.key + item.parameters].join(', ')
}

/** Adds the id that the log has for the request. */
export function markRequest(set: Outgoing, id: string): void {
  set.headers[REQUEST_ID] = id
  set.headers[EXPOSE] = EXPOSED_LIST
}

/** Adds the id to an answer that is already made; its other headers are kept. */
export function markAnswer({ headers }: Response, id: string): void {
  headers.set(REQUEST_ID, id)
  if (!headers.has(EXPOSE)) headers.set(EXPOSE, EXPOSED_LIST)
}

/** Returns the problem for anything thrown: a Refusal explains itself; anything else is an internal fault and stays private. */
export function explain(thrown: unknown, locale: Locale): Problem {
  return problemOf(refusalIn(thrown), locale)
}

function refusalIn(thrown: unknown): Refusal {
  return thrown instanceof Refusal ? thrown : internalFault
}

/** Returns a refusal in the language and format of its request. */
export function replyProblem(set: Outgoing, thrown: unknown, request: Request, requestId: string): string {
  const refusal = refusalIn(thrown)
  const locale = localeOfRefusal(request)
  const problem = problemOf(refusal, locale)
  // Only the log has the details of an internal fault; the id leads to them.
  if (problem.code === 'internal') problem.requestId = requestId
  markRequest(set, requestId)
  set.status = problem.status
  const { headers, violated = [], retryAfterS } = refusal.particulars
  Object.assign(set.headers, headers)
  for (const allowance of violated) markAllowance(set, allowance)
  if (retryAfterS !== undefined) set.headers['retry-after'] = String(retryAfterS)
  set.headers['doorstep-code'] = problem.code
  set.headers['cache-control'] = 'no-store'
  set.headers.link = DESCRIBED
  markLanguage(set, locale)
  if (wantsText(request)) return replyText(set, renderProblem(problem, locale))
  set.headers['content-type'] = PROBLEM_TYPE
  return JSON.stringify(problem)
}

/** The encodings of an answer, the smallest first; `identity` is uncompressed. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

const BROTLI_QUALITY = 5

/** Returns the smallest encoding that a client accepts. */
export function encodingFor(request: Request): Encoding {
  const header = readable(request.headers.get('accept-encoding')) ?? ''
  if (header === '') return 'identity'
  const known = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([...ENCODINGS])
  return ENCODINGS.find((encoding) => known.includes(encoding)) ?? 'identity'
}

/** Compresses a text, at a quality that is worth its time even for an answer that is sent once. */
export function encoded(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const { brotliCompressSync, gzipSync, constants } = process.getBuiltinModule('node:zlib')
  const bytes = Buffer.from(text)
  if (encoding === 'gzip') return Uint8Array.from(gzipSync(bytes))
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  return Uint8Array.from(encoding === 'br' ? brotliCompressSync(bytes, { params }) : bytes)
}
