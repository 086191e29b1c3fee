import { parse } from 'content-type'
import { shownName } from '../../contract/clean.ts'
import { problemText } from '../../contract/problem.text.ts'
import { type Localized, Refusal } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { type FieldSchema, queryOf, readTexts } from '../../operations/registry/field-values.ts'
import { QUERY_WORDS } from '../../operations/registry/tools.ts'
import type { Eventually } from '../../operations/run/call.ts'
import { patient } from '../../platform/testing.ts'
import { queryText } from './http.text.ts'
import { pathOf } from './reply.ts'

/** More than any operation needs. */
const MAX_BODY_BYTES = 16 * 1024
const BODY_DEADLINE_MS = patient(10_000)
const JSON_TYPE = 'application/json'
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The bytes that a piece of a body counts for at least: reading one takes as long as that many. */
const PIECE_BYTES = 64

/** The size up to which a body is free: parsing a larger one, and explaining its errors, can take as much work as a look-up. */
export const FREE_BYTES = 1024

/** The parts of a refusal that show what would have been accepted. */
interface Acceptable {
  /** A body, as JSON. */
  readonly example: string
  /** The origins of the operator; null if the path takes no GET, so that no line for a shell shows it. */
  readonly publicOrigins: readonly string[] | null
}

/**
 * Returns the JSON body of a POST. Throws a Refusal for a wrong media type, or for a body that is too large, late or unreadable. `large` is
 * called before a body is parsed that is large enough to be charged for, and may refuse it.
 */
export async function readJsonBody(request: Request, acceptable: Acceptable, large?: () => Eventually<void>): Promise<unknown> {
  checkMediaType(request, acceptable)
  const bytes = await readBytes(request)
  if (bytes.byteLength > FREE_BYTES) await large?.()
  return jsonIn(bytes, acceptable.example)
}

/** Returns the value of a body in JSON. Throws a Refusal if it is not JSON in UTF-8. */
export function jsonIn(bytes: Uint8Array, example: string): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes))
  } catch {
    throw notJson(example)
  }
}

/** Returns the refusal of what cannot be read as JSON. */
export function notJson(example: string): Refusal {
  return new Refusal('invalid-json', (locale) => problemText.say(locale, 'invalid-json-detail', { example }))
}

function checkMediaType(request: Request, { example, publicOrigins }: Acceptable): void {
  const { headers } = request
  const mediaType = headers.get('content-type') ?? ''
  if (!isJsonInUtf8(mediaType)) {
    const sentence: Localized = (locale) => problemText.say(locale, 'media-type-detail', {})
    const path = pathOf(request.url) + queryOf(JSON.parse(example))
    throw new Refusal('unsupported-media-type', publicOrigins ? withLine(request, publicOrigins, sentence, path) : sentence)
  }
  refuseEncoded(headers)
}

/** Throws a Refusal for a compressed body. */
export function refuseEncoded(headers: Headers): void {
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw new Refusal('unsupported-media-type', (locale) => problemText.say(locale, 'content-encoding-detail', {}))
  }
}

function isJsonInUtf8(mediaType: string): boolean {
  const type = typeInUtf8(mediaType)
  return type === JSON_TYPE || /^application\/[\w.!#$&^-]+\+json$/.test(type)
}

/** Returns a media type without its parameters; empty if they name another charset than UTF-8. */
export function typeInUtf8(mediaType: string): string {
  if (mediaType === JSON_TYPE) return mediaType
  const { type, parameters } = parse(mediaType)
  return (parameters.charset ?? 'utf-8').toLowerCase() === 'utf-8' ? type : ''
}

/** Reads a body within its limits of size and time. Beyond them it refuses at once and closes the connection. */
export async function readBytes(request: Request, max = MAX_BODY_BYTES): Promise<Uint8Array> {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > max) throw tooLarge(max)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(tooSlow()), BODY_DEADLINE_MS)
  try {
    // Bun reads no more than Content-Length says. A stream is slower, so it is used only for bodies of unknown length.
    const bytes = announced === null ? readStream(request, max, late.promise) : request.bytes().catch(cutOff)
    return await Promise.race([bytes, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function readStream(request: Request, max: number, late: Promise<never>): Promise<Uint8Array> {
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array[] = []
  try {
    for (let [size, counted] = [0, 0]; ; ) {
      const { done, value } = await Promise.race([reader.read().catch(cutOff), late])
      if (done) return Buffer.concat(chunks)
      size += value.byteLength
      counted += Math.max(value.byteLength, PIECE_BYTES)
      if (size > max) throw tooLarge(max)
      if (counted > max) throw IN_PIECES
      chunks.push(value)
    }
  } catch (thrown) {
    void reader.cancel().catch(() => {})
    throw thrown
  } finally {
    reader.releaseLock()
  }
}

/** Returns a refusal that ends the connection. */
function hangingUp(code: 'body-too-large' | 'invalid-json', detail: Localized): Refusal {
  return new Refusal(code, detail, { headers: { connection: 'close' } })
}

function tooLarge(limit: number): Refusal {
  return hangingUp('body-too-large', (locale) => problemText.say(locale, 'body-too-large-detail', { limit }))
}

/** The refusal of a body that comes byte by byte. */
const IN_PIECES = hangingUp('body-too-large', (locale) => problemText.say(locale, 'body-in-pieces-detail', {}))

/** Throws a Refusal, which nothing reads: the client has gone away. */
function cutOff(): never {
  throw hangingUp('invalid-json', (locale) => problemText.say(locale, 'cut-body-detail', {}))
}

function tooSlow(): Refusal {
  const slots = { seconds: BODY_DEADLINE_MS / 1000 }
  return hangingUp('invalid-json', (locale) => problemText.say(locale, 'slow-body-detail', slots))
}

/** The hosts that can stand in a line for a shell as they are. */
const PLAIN_HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i

/**
 * Returns a sentence that ends with a line for a shell that GETs a path of this server, under the name that the request has for it. It has
 * no double quotes, since most people copy it out of JSON, where each would have a backslash.
 */
export function withLine(
  { url, headers }: Request,
  publicOrigins: readonly string[],
  sentence: Localized,
  path: string,
): Localized {
  const host = headers.get('host') ?? ''
  if (!PLAIN_HOST.test(host)) return sentence
  const seen = `${/^https:/i.test(url) ? 'https' : 'http'}://${host}`
  // Only the operator knows that a proxy in front speaks HTTPS.
  const origin = publicOrigins.includes(`https://${host.toLowerCase()}`) ? `https://${host}` : seen
  const line = `curl ${quoted(origin + path)}`
  return (locale) => problemText.say(locale, 'working-line', { sentence: sentence(locale), line })
}

/** Quotes a text for a shell: between single quotes nothing is changed. */
function quoted(text: string): string {
  return /^[\w.:/@%+=,[\]-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** More than the fields of any operation need; a longer body can be posted. */
const MAX_QUERY_BYTES = 8 * 1024
/** The length up to which a query is free: reading hundreds of fields, and explaining their errors, takes as much work as a look-up. */
const FREE_QUERY_BYTES = 512

/** Reads the body of a request; `large` is called before one is read that is large enough to be charged for, and may refuse it. */
export type ReadBody = (request: Request, large: () => Eventually<void>) => Eventually<unknown>

type Properties = Readonly<Record<string, FieldSchema>>

/**
 * Returns a reader of a tool's body from the query of a GET: a parameter for each field, several for a list. Fields that the tool does not
 * have are passed on, so that its schema refuses them as it refuses those of a POST.
 */
export function queryReader(properties: Properties): ReadBody {
  return async ({ url }, large) => {
    const query = queryIn(url)
    if (query.length > MAX_QUERY_BYTES)
      throw refused('', (locale) => queryText.say(locale, 'too-long', { limit: MAX_QUERY_BYTES }))
    if (query.length > FREE_QUERY_BYTES) await large()
    return Object.fromEntries([...parametersIn(query)].flatMap(([name, texts]) => fieldOf(name, texts, properties)))
  }
}

function queryIn(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : (url.slice(start + 1).split('#')[0] ?? '')
}

/** Returns the texts of each parameter, in the order in which they were sent. */
function parametersIn(query: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const part of query.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decoded(at < 0 ? part : part.slice(0, at), '')
    const text = decoded(at < 0 ? '' : part.slice(at + 1), name)
    const before = found.get(name)
    if (before) before.push(text)
    else found.set(name, [text])
  }
  return found
}

/** Decodes a name or a text as a form encodes it, but refuses what is not UTF-8, as it is refused in a body. */
function decoded(text: string, field: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw refused(field, (locale) => queryText.say(locale, 'not-encoded', {}))
  }
}

function fieldOf(name: string, texts: readonly string[], properties: Properties): readonly (readonly [string, unknown])[] {
  const isWord = QUERY_WORDS.includes(name)
  const schema = Object.hasOwn(properties, name) && !isWord ? properties[name] : undefined
  const read = readTexts(schema ?? {}, texts)
  if ('why' in read) throw refused(name, (locale) => queryText.say(locale, read.why, { field: shownName(name) }))
  return isWord ? [] : [[name, read.value]]
}

function refused(name: string, detail: (locale: Locale) => string): Refusal {
  const field = shownName(name)
  const errors = [{ field, message: detail }]
  return new Refusal('invalid-request', detail, field === '' ? { errors } : { field, errors })
}
