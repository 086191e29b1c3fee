import { Ajv2020 } from 'ajv/dist/2020.js'
import { seededRandom } from '../data/sources.ts'
import { bodyOf } from '../server.ts'
import { bodyFor, type Schema } from './bodies.ts'

interface Operation {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly request: Schema | null
  readonly response: { readonly type?: string }
}

interface Tally {
  readonly wrong: string[]
  /** By operation and status. */
  readonly answers: Map<string, number>
}

const AT_ONCE = 16
/** The time that a tool may take on a machine under load. */
const DEADLINE_MS = 40_000
const FORMATS = ['', '', '', '?format=json', '?format=text', '?format=ndjson', '?format=odd']

/** Sends every published operation this many bodies of its own schema, and checks each answer against the schemas. */
export async function fuzzOperations(url: string, requests: number, seed: number): Promise<Tally> {
  const { tools }: { tools: Operation[] } = await bodyOf(await fetch(`${url}/api/tools`))
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const fits = new Map(tools.map(({ name, response }) => [name, ajv.compile(response)]))
  const tally: Tally = { wrong: [], answers: new Map() }
  let next = 0
  const work = async () => {
    while (next < requests) {
      const id = seed + next++
      const operation = tools[id % tools.length]
      if (!operation) continue
      const random = seededRandom(id)
      const body = JSON.stringify(operation.request ? bodyFor(operation.request, random) : undefined)
      const query = FORMATS[Math.floor(random() * FORMATS.length)] ?? ''
      const fault = await judge(
        `${url}${operation.path}${query}`,
        operation,
        body,
        // A text is told as ipify tells it: `{ "ip": ... }`.
        (answer) => !!fits.get(operation.name)?.(operation.response.type === 'string' ? textIn(answer) : answer),
        tally,
      )
      if (fault !== null) tally.wrong.push(`${id}: ${operation.name}${query} ${body}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tally
}

function textIn(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'ip' in answer ? answer.ip : answer
}

async function judge(
  url: string,
  { name, method }: Operation,
  body: string | undefined,
  fits: (answer: unknown) => boolean,
  tally: Tally,
) {
  const sent = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
  const answer = await fetch(url, { method, signal: AbortSignal.timeout(DEADLINE_MS), ...sent })
  const text = await answer.text()
  const key = `${name} ${answer.status}`
  tally.answers.set(key, (tally.answers.get(key) ?? 0) + 1)
  if (answer.headers.get('access-control-allow-origin') !== '*') return 'no CORS'
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status === 200)
    return type.startsWith('application/json') && !fits(JSON.parse(text)) ? `does not fit: ${text}` : null
  if (answer.status >= 500 && answer.headers.get('doorstep-code') !== 'unsupported-on-host') return `${answer.status} ${text}`
  if (!type.startsWith('application/problem+json')) return type.startsWith('text/plain') ? null : `${answer.status} as ${type}`
  const problem = JSON.parse(text)
  const isWhole =
    problem.status === answer.status && problem.code === answer.headers.get('doorstep-code') && problem.detail !== ''
  return isWhole ? null : `no problem body: ${text}`
}
