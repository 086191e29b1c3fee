// Requests made from random numbers: whole ones, which have a known number of answers, and broken ones, which have not.
import { seededRandom } from '../data/sources.ts'
import { answersIn, exchange } from './raw.ts'

type Random = () => number
interface Whole {
  readonly bytes: string
  readonly status: number
  /** A mark that its answer contains, and no other. */
  readonly mark: string
}

const AT_ONCE = 32
const SILENCE_MS = 80
/** Longer than the server waits for the rest of anything. */
const DEADLINE_MS = 25_000
/** The statuses that may answer random bytes; a bare 500 may not. */
const STATUSES = [100, 200, 204, 400, 404, 405, 413, 415, 422, 431, 505]

const TOKENS = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  ';',
  ',',
  '/',
  '\\',
  '?',
  '#',
  '%',
  '\x7f',
  '\xff',
  '\x80',
  'Host: b\r\n',
  'Content-Length: 5\r\n',
  'Content-Length: 99999999999\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Connection: close\r\n',
  'Expect: 100-continue\r\n',
  'Upgrade: h2c\r\n',
  '0\r\n\r\n',
  'ffffffff\r\n',
  'HTTP/1.1',
  'HTTP/1.0',
]

const below = (random: Random, limit: number) => Math.floor(random() * limit)
const oneOf = (random: Random, from: readonly string[]) => from[below(random, from.length)] ?? ''

function wholeRequest(id: number, random: Random): Whole {
  const fields = Array.from({ length: below(random, 6) }, (_, index) => `X-${index}: ${'a'.repeat(below(random, 200))}`)
  const head = (line: string, more: readonly string[]) => `${[line, 'Host: x', ...fields, ...more].join('\r\n')}\r\n\r\n`
  if (random() < 0.6) return { bytes: head(`GET /mark-${id} HTTP/1.1`, []), status: 404, mark: `/mark-${id}.` }
  const ip = `8.${(id >> 16) & 0xff}.${(id >> 8) & 0xff}.${id & 0xff}`
  const body = `${JSON.stringify({ ip })}${' '.repeat(below(random, 300))}`
  const line = 'POST /api/tools/ip-lookup HTTP/1.1'
  const answered = { status: 200, mark: `"ip":"${ip}"` }
  const type = 'Content-Type: application/json'
  if (random() < 0.5) return { bytes: head(line, [type, `Content-Length: ${body.length}`]) + body, ...answered }
  return { bytes: head(line, [type, 'Transfer-Encoding: chunked']) + chunksOf(body, random), ...answered }
}

function chunksOf(body: string, random: Random): string {
  let chunks = ''
  for (let at = 0; at < body.length; ) {
    const size = 1 + below(random, body.length)
    const part = body.slice(at, at + size)
    chunks += `${part.length.toString(16)}\r\n${part}\r\n`
    at += size
  }
  return `${chunks}0\r\n\r\n`
}

function broken(bytes: string, random: Random): string {
  let text = bytes
  for (let count = 1 + below(random, 3); count > 0; count--) {
    const at = below(random, text.length + 1)
    const end = at + 1 + below(random, 12)
    const put = [String.fromCharCode(below(random, 256)), oneOf(random, TOKENS), text.slice(at, end).repeat(2), '']
    const until = random() < 0.5 ? at : end
    text = text.slice(0, at) + (put[below(random, put.length)] ?? '') + text.slice(until)
  }
  return random() < 0.2 ? text.slice(0, below(random, text.length)) : text
}

/** Splits bytes into up to three writes. */
function partsOf(bytes: string, random: Random): string[] {
  const cuts = Array.from({ length: below(random, 3) }, () => below(random, bytes.length)).sort((one, other) => one - other)
  return [0, ...cuts].map((from, index) => bytes.slice(from, cuts[index] ?? bytes.length))
}

/** Returns what was wrong with one connection; null if nothing was. */
async function visit(port: number, id: number): Promise<string | null> {
  const random = seededRandom(id)
  const whole = Array.from({ length: below(random, 4) }, (_, index) => wholeRequest(id * 4 + index, random))
  const isBroken = whole.length === 0 || random() < 0.7
  const valid = whole.map(({ bytes }) => bytes).join('')
  const bytes = isBroken ? valid + broken(wholeRequest(id * 4 + 3, random).bytes, random) : valid
  const manner = isBroken ? {} : { enough: (text: string) => answersIn(text).length >= whole.length }
  const { text } = await exchange(port, partsOf(bytes, random), {
    silenceMs: SILENCE_MS,
    deadlineMs: DEADLINE_MS,
    atLeast: whole.length,
    ...manner,
  })
  const answers = answersIn(text)
  const odd = answers.find(({ status }) => !STATUSES.includes(status))
  if (odd) return `${id}: ${odd.status} ${odd.head}`
  for (const [index, { status, mark }] of whole.entries()) {
    const answer = answers[index]
    if (answer?.status !== status || !answer.body.includes(mark)) return `${id}: ${mark} got ${answer?.status} ${answer?.body}`
    if (answers.filter(({ body }) => body.includes(mark)).length !== 1) return `${id}: ${mark} answered more than once`
  }
  if (!isBroken && answers.length !== whole.length) return `${id}: ${answers.length} answers to ${whole.length} requests`
  return null
}

/** Opens this many connections with random bytes; returns everything that went wrong, by the seed that makes it happen again. */
export async function fuzzDoor(port: number, connections: number, seed: number): Promise<string[]> {
  const wrong: string[] = []
  let next = 0
  const work = async () => {
    while (next < connections) {
      const fault = await visit(port, seed + next++)
      if (fault !== null) wrong.push(fault)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return wrong
}
