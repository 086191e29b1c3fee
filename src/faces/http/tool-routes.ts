import type { Elysia } from 'elysia'
import { jsonOf } from '../../contract/clean.ts'
import { goodIn, shortLine } from '../../contract/good.ts'
import { Refusal } from '../../contract/problem.ts'
import { LOCALES, type Locale, readable } from '../../contract/text.ts'
import { verdictOf } from '../../operations/registry/tools.ts'
import type { Call } from '../../operations/run/call.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { onAbort } from '../../platform/deadline.ts'
import { isLookup } from '../../policy/policies.ts'
import { drawing } from '../text/answer-blocks.ts'
import { renderText } from '../text/render.ts'
import { notJson, queryReader, type ReadBody, readBytes, readJsonBody, refuseEncoded, typeInUtf8 } from './body.ts'
import { manyText } from './http.text.ts'
import {
  DESCRIBED,
  type Exchange,
  explain,
  isStream,
  localeOf,
  markLanguage,
  markRequest,
  negotiateFormat,
  type Outgoing,
  OVER_TIME,
  replyJson,
  replyText,
  type StreamFormat,
  wantsDetails,
  wantsStrict,
} from './reply.ts'
import type { Site } from './site.ts'
import { inOneLine, markStream, streamOf } from './stream.ts'
import { payerOf, visitOf } from './visit.ts'

/** The charge for a large body before it is parsed; the run then pays that much less. */
const LARGE_BODY_WEIGHT = 1

/** Answers a request to a tool. */
type Route = (exchange: Exchange) => Promise<string | Response>

/** Adds the routes of every tool with a body: a request becomes a call, and the outcome becomes a reply. */
export function mountTools(
  app: Elysia,
  tools: Iterable<Runnable>,
  { spend, publicOrigins }: Pick<Site, 'spend' | 'publicOrigins'>,
): void {
  for (const runnable of tools) {
    const { path, body } = runnable.tool
    if (!body) continue
    const routes = {
      GET: routeOf(runnable, spend, queryReader(body.properties)),
      POST: postOf(runnable, spend, publicOrigins),
    }
    // Elysia prepares what the handler's parameter names. These names keep it from parsing the query, headers and cookies.
    for (const [method, answer] of Object.entries(routes))
      app.route(method, path, async ({ request, set }: Exchange) => answer({ request, set }), { parse: 'none' })
  }
}

/** Returns the route of a POST: where a tool only looks an address up, it may have many bodies. */
function postOf(runnable: Runnable, spend: Site['spend'], publicOrigins: readonly string[]): Route {
  const acceptable = { example: runnable.example, publicOrigins }
  const single = routeOf(runnable, spend, (request, large) => readJsonBody(request, acceptable, large))
  if (!isLookup(runnable.tool.policy)) return single
  return (exchange) =>
    isMany(exchange.request) ? answerMany(runnable, callOf(exchange, null), exchange, spend) : single(exchange)
}

function routeOf(plain: Runnable, spend: Site['spend'], read: ReadBody): Route {
  const drawn = drawing(plain)
  return async (exchange) => {
    const { request, set } = exchange
    if (isAskedAgain(request) && negotiateFormat(request, OVER_TIME) === 'sse') return streamIsOver(set)
    let prepaid = 0
    const body = await read(request, () => {
      prepaid = LARGE_BODY_WEIGHT
      return spend(payerOf(exchange), prepaid)
    })
    const format = negotiateFormat(request, OVER_TIME)
    const details = wantsDetails(request)
    const isStrict = wantsStrict(request, format)
    const runnable = format !== 'text' && format !== 'short' && prefersBlocks(request) ? drawn : plain
    if (runnable !== plain) set.headers['preference-applied'] = 'blocks'
    const call = { ...callOf(exchange, body), prepaid }
    set.headers['cache-control'] = 'no-store'
    markRequest(set, visitOf(request).id)
    set.headers.link = DESCRIBED
    markLanguage(set, call.locale, 'Accept, Accept-Language')
    if (isStream(format) && visitOf(request).method === 'HEAD') return headOf(runnable, call, format, set)
    if (format === 'sse') return streamReply(runnable, { ...call, ...alsoIn(exchange.request, call.locale) }, format, exchange)
    if (format === 'ndjson') return streamReply(runnable, call, format, exchange)
    const outcome = await runnable.run(call)
    if (isStrict) set.status = strictStatus(verdictOf(plain, goodIn(outcome.answer)))
    if (format === 'short') return replyText(set, shortLine(plain.tool, outcome.answer))
    if (format === 'json') return replyJson(set, outcome.answer)
    return replyText(set, renderText(runnable, outcome, call.locale, { details }))
  }
}

/** Returns the status for monitors, which read nothing else: nothing has to be done, something has, or nothing could be said. */
function strictStatus(good: boolean | null): 200 | 502 | 503 {
  if (good === null) return 502
  return good ? 200 : 503
}

/** Returns whether the reader of a browser asks, whose stream has ended. */
function isAskedAgain(request: Request): boolean {
  return visitOf(request).method === 'GET' && request.headers.has('last-event-id')
}

/** Tells the reader of a browser, which asks again after the end of a stream, not to do so: the answer was the end. */
function streamIsOver(set: Outgoing): Response {
  set.headers['cache-control'] = 'no-store'
  return new Response(null, { status: 204 })
}

/** Returns the head of a stream. What the runtime does not send, nobody would read, so the run is not a stream. */
async function headOf(runnable: Runnable, call: Call, format: StreamFormat, set: Outgoing): Promise<string> {
  await runnable.run(call)
  markStream(set, format)
  return ''
}

/** Returns the call that a request makes to a tool. */
export function callOf(exchange: Exchange, body: unknown): Call {
  const { request } = exchange
  const requestId = () => visitOf(request).id
  return { ...payerOf(exchange), body, locale: localeOf(request), signal: request.signal, face: 'http', requestId }
}

/** `words=ko`, alone or in a list of preferences (RFC 7240) */
const WORDS = /(?:^|[,;])\s*words\s*=\s*"?(\w+)"?\s*(?:[,;]|$)/i

/** Returns the language in which a caller prefers to have the answer too, so that a reader can change to it without another check. */
function alsoIn(request: Request, locale: Locale): Pick<Call, 'alsoIn'> {
  const asked = WORDS.exec(readable(request.headers.get('prefer')) ?? '')?.[1]?.toLowerCase()
  const second = LOCALES.find((known) => known === asked && known !== locale)
  return second ? { alsoIn: second } : {}
}

/** Returns whether a caller prefers to have the blocks of a result with its answer, to draw them. */
function prefersBlocks(request: Request): boolean {
  return /(?:^|[,;])\s*blocks\s*(?:[,;]|$)/i.test(readable(request.headers.get('prefer')) ?? '')
}

async function streamReply({ run }: Runnable, call: Call, format: StreamFormat, { request, set }: Exchange): Promise<Response> {
  const over = Promise.withResolvers<string | null>()
  const explained = (thrown: unknown) => explain(thrown, call.locale)
  const begin = async (signal: AbortSignal, report: (event: unknown) => void) => {
    try {
      const outcome = await run({ ...call, signal, report })
      over.resolve(null)
      return outcome
    } catch (thrown) {
      // If the client has gone, there is no code to report.
      over.resolve(signal.aborted ? null : explained(thrown).code)
      throw thrown
    }
  }
  const framing = format === 'sse' && visitOf(request).method === 'GET' ? 'event-source' : format
  const stream = await streamOf(framing, call.signal, begin, explained)
  visitOf(request).over = over.promise
  if (call.alsoIn)
    set.headers['preference-applied'] = [`words=${call.alsoIn}`, set.headers['preference-applied']].filter(Boolean).join(', ')
  markStream(set, format)
  return new Response(stream)
}

const LINES_TYPE = 'application/x-ndjson'
const LINES_MAX = 1000
const BYTES_MAX = 64 * 1024
/** The lines that weigh as much as one look-up by itself: most of that is the request around it. */
const LINES_A_UNIT = 50
/** The bytes that do so: the longest body weighs as much as the most lines. */
const BYTES_A_UNIT = (BYTES_MAX * LINES_A_UNIT) / LINES_MAX
/** The lines that are answered in one turn of the event loop: a millisecond or two. */
const LINES_A_TURN = 50
const LINE_FEED = 10
/** The bytes of the bodies that are being read and answered, of all clients: hundreds of the longest. */
const WAITING_BYTES_MAX = 24 * 1024 * 1024
const RETRY_AFTER_S = 1
/** About what the answer to a line has. */
const ANSWER_BYTES = 384

/** Returns whether a POST asks for many look-ups at once, one body a line. */
function isMany({ headers }: Request): boolean {
  const sent = headers.get('content-type')
  return sent !== null && typeInUtf8(sent) === LINES_TYPE
}

/**
 * Answers every line of a body with a line of its own, in the same order: what the tool says, or why the line is refused. A client that does
 * not read gets no further lines, so that a body holds little more than itself.
 */
async function answerMany(runnable: Runnable, call: Call, { request, set }: Exchange, spend: Site['spend']): Promise<Response> {
  const visit = visitOf(request)
  const { weight } = runnable.tool
  const pay = async (units: number) => units > 0 && (await spend(payerOf({ request, set }), units * weight))
  refuseEncoded(request.headers)
  negotiateFormat(request, ['ndjson'])
  wantsStrict(request, 'ndjson')
  const most = Math.min(Number(request.headers.get('content-length') ?? BYTES_MAX), BYTES_MAX)
  const paid = Math.floor(most / BYTES_A_UNIT)
  await pay(paid)
  const over = keepWaiting(most)
  const end = () => over.resolve(null)
  onAbort(request.signal, end)
  try {
    const bytes = await readBytes(request, BYTES_MAX)
    const count = countLines(bytes, runnable)
    await pay(Math.ceil(Math.max(count / LINES_A_UNIT, bytes.length / BYTES_A_UNIT)) - paid)
    visit.sends(count * ANSWER_BYTES)
    visit.over = over.promise
    markRequest(set, visit.id)
    markLanguage(set, call.locale)
    Object.assign(set.headers, { 'cache-control': 'no-store', link: DESCRIBED, 'content-type': `${LINES_TYPE}; charset=utf-8` })
    return new Response(answersOf(runnable, linesIn(bytes), { ...call, prepaid: weight }, end))
  } catch (thrown) {
    end()
    throw thrown
  }
}

/** Counts the lines before any is read. Throws a Refusal if there are too many, or none. */
function countLines(bytes: Uint8Array, { example }: Runnable): number {
  let lines = bytes.length > 0 && bytes.at(-1) !== LINE_FEED ? 1 : 0
  // An iterator takes ten times as long, and this is not charged for.
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === LINE_FEED) lines++
  if (lines === 0) throw notJson(example)
  if (lines <= LINES_MAX) return lines
  throw new Refusal('body-too-large', (locale) => manyText.say(locale, 'too-many-lines', { limit: LINES_MAX, lines }))
}

/** Returns the lines of a body. A line feed at its end ends the last line, and does not begin another. */
function* linesIn(bytes: Uint8Array): Generator<string, undefined> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from)
    const to = end < 0 ? bytes.length : end
    // Bytes that are not UTF-8 are replaced, so that only their line is refused: no address has such characters.
    yield new TextDecoder().decode(bytes.subarray(from, to))
    from = to + 1
  }
}

/** Returns a stream of answers, as many at a time as one turn allows, and only as its reader takes them. */
function answersOf(runnable: Runnable, lines: Generator<string, undefined>, call: Call, end: () => void): ReadableStream {
  const pull = async (to: ReadableStreamDefaultController<Uint8Array>) => {
    await nextTurn()
    const answers: string[] = []
    for (let line = lines.next(); !line.done; line = lines.next()) {
      answers.push(`${inOneLine(JSON.stringify(await answerTo(line.value, runnable, call)))}\n`)
      if (answers.length === LINES_A_TURN) return to.enqueue(Buffer.from(answers.join('')))
    }
    if (answers.length > 0) to.enqueue(Buffer.from(answers.join('')))
    to.close()
    end()
  }
  return new ReadableStream({ pull, cancel: end }, { highWaterMark: 0 })
}

let waitingBytes = 0

/** Counts a body until it is answered. Throws a Refusal if too much waits already. */
function keepWaiting(bytes: number): PromiseWithResolvers<null> {
  if (waitingBytes + bytes > WAITING_BYTES_MAX) throw CROWDED
  waitingBytes += bytes
  const over = Promise.withResolvers<null>()
  void over.promise.then(() => {
    waitingBytes -= bytes
  })
  return over
}

const CROWDED = new Refusal('overloaded', (locale) => manyText.say(locale, 'crowded', { seconds: RETRY_AFTER_S }), {
  retryAfterS: RETRY_AFTER_S,
})

let turns = Promise.resolve()

/** Waits for a turn of the event loop that no other body uses, so that hundreds of them together delay other requests no more than one. */
function nextTurn(): Promise<void> {
  turns = turns.then(() => new Promise((resolve) => setImmediate(resolve)))
  return turns
}

async function answerTo(line: string, { run, example }: Runnable, call: Call): Promise<unknown> {
  try {
    const body = jsonOf(line)
    if (body === undefined) throw notJson(example)
    return (await run({ ...call, body })).answer
  } catch (thrown) {
    return explain(thrown, call.locale)
  }
}
