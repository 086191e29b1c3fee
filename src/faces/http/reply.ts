import Negotiator from 'negotiator'
import { cleanText } from '../../contract/clean.ts'
import { internalFault, type Problem, problemOf, Refusal } from '../../contract/problem.ts'
import { type Locale, negotiateLocale } from '../../contract/text.ts'
import { formatText } from './reply.text.ts'

/** The part of Elysia's `set` that we write. */
export interface Outgoing {
  status?: number | string
  headers: Record<string, string | number>
}

const MEDIA_TYPES = {
  json: 'application/json',
  text: 'text/plain',
  ndjson: 'application/x-ndjson',
  sse: 'text/event-stream',
  problem: 'application/problem+json',
} as const

type Format = keyof typeof MEDIA_TYPES
export type StreamFormat = 'ndjson' | 'sse'

/** What an answer that is there at once can be, and one that takes time; the first of equals is preferred. */
export const AT_ONCE = ['json', 'text'] as const
export const OVER_TIME = ['json', 'text', 'ndjson', 'sse'] as const
/** What the asker of a refusal may have had in mind; all but text get the problem body. */
const REFUSED = ['json', 'text', 'ndjson', 'sse', 'problem'] as const

const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'
export const REQUEST_ID = 'x-request-id'
/** What a script in a browser may read of an answer beside its body. */
export const EXPOSED = 'Allow, Doorstep-Code, X-Request-Id'
const TEXT_TYPE = 'text/plain; charset=utf-8'

/** `?format=` wins over Accept; JSON where neither asks for another of what is offered. */
export function negotiateFormat<Offered extends Format>(request: Request, offered: readonly Offered[]): Offered | 'json' {
  const wanted = formatIn(request.url)
  if (wanted !== null) return offered.find((format) => format === wanted) ?? refuseFormat(offered)
  return accepted(request.headers.get('accept'), offered)
}

function formatIn(url: string): string | null {
  const query = queryOf(url)
  return query === '' ? null : new URLSearchParams(query).get('format')
}

function accepted<Offered extends Format>(accept: string | null, offered: readonly Offered[]): Offered | 'json' {
  if (accept === null || accept === '*/*') return 'json'
  const best = new Negotiator({ headers: { accept } }).mediaType(offered.map((format) => MEDIA_TYPES[format]))
  return offered.find((format) => MEDIA_TYPES[format] === best) ?? 'json'
}

/** Also where the path has no text to offer, or is none: who asks for text reads text. */
function wantsText(request: Request): boolean {
  const wanted = formatIn(request.url)
  if (REFUSED.some((format) => format === wanted)) return wanted === 'text'
  return accepted(request.headers.get('accept'), REFUSED) === 'text'
}

function refuseFormat(offered: readonly Format[]): never {
  const detail = (locale: Locale) => formatText.say(locale, 'unknown-format', { formats: offered.join(', ') })
  throw new Refusal('invalid-request', detail, { field: 'format', errors: [{ field: 'format', message: detail }] })
}

/** The path of a request target, which may be absolute (a proxy's form) or bare (HTTP/1.0 without Host). */
export function pathOf(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/)[0] ?? ''
  return path === '' ? '/' : path
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : (url.slice(start + 1).split('#')[0] ?? '')
}

export function replyJson(set: Outgoing, body: unknown): string {
  set.headers['content-type'] = JSON_TYPE
  return JSON.stringify(body)
}

/** Text for a terminal: whatever it is, the prompt comes on a line of its own. */
export function replyText(set: Outgoing, text: string): string {
  return replyExactly(set, text.endsWith('\n') ? text : `${text}\n`)
}

/** Text for a script: not one byte more. */
export function replyExactly(set: Outgoing, text: string): string {
  set.headers['content-type'] = TEXT_TYPE
  return text
}

/** Marks an answer whose words depend on the language, and on the format where that was asked for by header. */
export function markLanguage(set: Outgoing, locale: Locale, vary = 'Accept-Language'): void {
  set.headers['content-language'] = locale
  set.headers.vary = vary
}

/** Tells a caller what the log calls the request. */
export function markRequest(set: Outgoing, id: string): void {
  set.headers[REQUEST_ID] = id
  set.headers['access-control-expose-headers'] = EXPOSED
}

/** What a caller learns of anything thrown: a Refusal says what it says, anything else is a fault of ours and says nothing. */
export function explain(thrown: unknown, locale: Locale): Problem {
  return problemOf(refusalIn(thrown), locale)
}

function refusalIn(thrown: unknown): Refusal {
  return thrown instanceof Refusal ? thrown : internalFault
}

/** A refusal in the language and the format of its request. */
export function replyProblem(set: Outgoing, thrown: unknown, request: Request, requestId: string): string {
  const refusal = refusalIn(thrown)
  const locale = negotiateLocale(request.headers.get('accept-language'))
  const problem = problemOf(refusal, locale)
  // Of a fault of ours only the log says more: the id finds the line there.
  if (problem.code === 'internal') problem.requestId = requestId
  set.headers[REQUEST_ID] = requestId
  set.status = problem.status
  Object.assign(set.headers, refusal.particulars.headers)
  set.headers['doorstep-code'] = problem.code
  set.headers['access-control-expose-headers'] = EXPOSED
  set.headers['cache-control'] = 'no-store'
  markLanguage(set, locale)
  if (wantsText(request)) return replyText(set, cleanText(`${problem.title}: ${problem.detail}`))
  set.headers['content-type'] = PROBLEM_TYPE
  return JSON.stringify(problem)
}
