import type { Allowance } from '../../contract/allowance.ts'
import { Refusal } from '../../contract/problem.ts'
import type { Call } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import { notJson, readBytes, refuseEncoded, typeInUtf8 } from './body.ts'
import { manyText } from './many.text.ts'
import { DESCRIBED, type Exchange, explain, markAllowance, markLanguage, markRequest, negotiateFormat } from './reply.ts'
import type { Site } from './site.ts'
import { inOneLine } from './stream.ts'
import { visitOf } from './visit.ts'

const LINES_TYPE = 'application/x-ndjson'
const LINES_MAX = 1000
const BYTES_MAX = 64 * 1024
/** The lines that weigh as much as one look-up by itself: most of that is the request around it. */
const LINES_A_UNIT = 50
/** The lines that are answered in one turn of the event loop: a millisecond or two. */
const LINES_A_TURN = 50
const LINE_FEED = 10

/** Returns whether a POST asks for many look-ups at once, one body a line. */
export function isMany({ headers }: Request): boolean {
  const sent = headers.get('content-type')
  return sent !== null && typeInUtf8(sent) === LINES_TYPE
}

/** Answers every line of a body with a line of its own, in the same order: what the tool says, or why the line is refused. */
export async function answerMany(
  runnable: Runnable,
  call: Call,
  { request, set }: Exchange,
  spend: Site['spend'],
): Promise<Response> {
  const visit = visitOf(request)
  refuseEncoded(request.headers)
  const bytes = await readBytes(request, BYTES_MAX)
  const count = countLines(bytes, runnable)
  negotiateFormat(request, ['ndjson'])
  const counted = (allowance: Allowance) => markAllowance(set, allowance)
  const { weight } = runnable.tool
  await spend({ caller: visit.caller, counted }, Math.ceil(count / LINES_A_UNIT) * weight)
  const answer = Buffer.from(await answersOf(runnable, linesIn(bytes), { ...call, prepaid: weight }))
  visit.sends(answer.length)
  markRequest(set, visit.id)
  markLanguage(set, call.locale)
  Object.assign(set.headers, { 'cache-control': 'no-store', link: DESCRIBED, 'content-type': `${LINES_TYPE}; charset=utf-8` })
  return new Response(answer)
}

/** Counts the lines before any is read. Throws a Refusal if there are too many, or none. */
function countLines(bytes: Uint8Array, { example }: Runnable): number {
  let lines = bytes.length > 0 && bytes.at(-1) !== LINE_FEED ? 1 : 0
  for (const byte of bytes) if (byte === LINE_FEED) lines++
  if (lines === 0) throw notJson(example)
  if (lines <= LINES_MAX) return lines
  throw new Refusal('body-too-large', (locale) => manyText.say(locale, 'too-many-lines', { limit: LINES_MAX, lines }))
}

/** Returns the lines of a body. A line feed at its end ends the last line, and does not begin another. */
function linesIn(bytes: Uint8Array): string[] {
  // Bytes that are not UTF-8 are replaced, so that only their line is refused: no address has such characters.
  return new TextDecoder().decode(bytes).replace(/\n$/, '').split('\n')
}

async function answersOf(runnable: Runnable, lines: readonly string[], call: Call): Promise<string> {
  const answers: string[] = []
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_TURN === LINES_A_TURN - 1) await new Promise((resolve) => setImmediate(resolve))
    if (call.signal.aborted) break
    answers.push(inOneLine(JSON.stringify(await answerTo(line, runnable, call))))
  }
  return `${answers.join('\n')}\n`
}

async function answerTo(line: string, { run, example }: Runnable, call: Call): Promise<unknown> {
  try {
    return (await run({ ...call, body: bodyIn(line, example) })).answer
  } catch (thrown) {
    return explain(thrown, call.locale)
  }
}

function bodyIn(line: string, example: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw notJson(example)
  }
}
