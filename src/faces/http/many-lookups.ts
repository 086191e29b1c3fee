import { jsonOf } from '../../contract/clean.ts'
import { Refusal } from '../../contract/problem.ts'
import type { Call } from '../../operations/run/call.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { onAbort } from '../../platform/deadline.ts'
import { notJson, readBytes, refuseEncoded, typeInUtf8 } from './body.ts'
import { manyText } from './http.text.ts'
import { DESCRIBED, type Exchange, explain, markLanguage, markRequest, negotiateFormat, wantsStrict } from './reply.ts'
import type { Site } from './site.ts'
import { inOneLine } from './stream.ts'
import { payerOf, visitOf } from './visit.ts'

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
export function isMany({ headers }: Request): boolean {
  const sent = headers.get('content-type')
  return sent !== null && typeInUtf8(sent) === LINES_TYPE
}

/**
 * Answers every line of a body with a line of its own, in the same order: what the tool says, or why the line is refused. A client that does
 * not read gets no further lines, so that a body holds little more than itself.
 */
export async function answerMany(
  runnable: Runnable,
  call: Call,
  { request, set }: Exchange,
  spend: Site['spend'],
): Promise<Response> {
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
