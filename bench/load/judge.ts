import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Operation } from './mix.ts'
import type { Reply } from './wire.ts'

const headerIn = (head: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''

/** Compares answers with what is published about them. */
export class Judge {
  private readonly fits: ReadonlyMap<string, ValidateFunction>

  constructor(operations: ReadonlyMap<string, Operation>) {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    this.fits = new Map([...operations].map(([name, { response }]) => [name, ajv.compile(response)]))
  }

  /**
   * Returns the fault of an answer, or null. An answer that says that the server is overloaded, or that this host lacks something, is not
   * at fault.
   */
  faultOf(name: string, { status, head, body }: Reply): string | null {
    if (headerIn(head, 'access-control-allow-origin') !== '*') return `${status} without CORS`
    const code = headerIn(head, 'doorstep-code')
    if (status >= 500 && code !== 'overloaded' && code !== 'unsupported-on-host') return `${status} ${body}`
    const type = headerIn(head, 'content-type').split(';')[0]
    if (body === '') return null
    try {
      if (type === 'application/problem+json') return problemFault(JSON.parse(body), status, code)
      if (status >= 400) return type === 'text/plain' ? null : `${status} as ${type}`
      return this.resultFault(name, type, body)
    } catch (error) {
      return `${status} ${type} is not readable: ${error} ${body}`
    }
  }

  private resultFault(name: string, type: string | undefined, body: string): string | null {
    const last = (text: string) =>
      JSON.parse(
        text
          .trimEnd()
          .split('\n')
          .at(-1)
          ?.replace(/^data: /, '') ?? '',
      )
    if (type === 'text/plain') return null
    const isStream = type === 'application/x-ndjson' || type === 'text/event-stream'
    if (!isStream && type !== 'application/json') return `answered as ${type}`
    const answer = isStream ? last(body) : JSON.parse(body)
    // A problem after a stream has begun becomes its last line.
    if (isStream && typeof answer.code === 'string' && answer.code !== 'internal') return null
    const fits = this.fits.get(name)
    return !fits || fits(answer) ? null : `does not fit its schema: ${JSON.stringify(fits.errors)} ${body}`
  }
}

function problemFault(
  problem: { status?: unknown; code?: unknown; detail?: unknown },
  status: number,
  code: string,
): string | null {
  const isWhole =
    problem.status === status && problem.code === code && typeof problem.detail === 'string' && problem.detail !== ''
  return isWhole ? null : `is not a whole problem: ${JSON.stringify(problem)}`
}
