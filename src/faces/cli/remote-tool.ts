import { cleanText, isRecord } from '../../contract/clean.ts'
import { ENVELOPE_FIELDS } from '../../contract/good.ts'
import { ForeignProblem, type ForeignProblemBody } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import {
  askRemote,
  type HostAddress,
  PART_MAX,
  type RemoteAnswer,
  RemoteFailure,
  type RemoteRequest,
  wholeText,
} from '../../net/remote.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import type { Outcome } from '../../operations/run/call.ts'
import { askBothFamilies, type Pairing } from './both-families.ts'
import { failureIn, Stranger } from './remote-failure.ts'
import { parsed, requestTo, type ServerConfig } from './remote-request.ts'

export interface RemoteCall {
  readonly body: Readonly<Record<string, unknown>>
  readonly locale: Locale
  /** Null if no progress is shown: then the answer comes whole. */
  readonly report: ((event: unknown) => void) | null
  /** Fires when the answer is no longer wanted; the other doorstep then stops as well. */
  readonly signal?: AbortSignal
  /** The time that another place has; otherwise as long as the check may take. */
  readonly withinMs?: number
  /** The address of the server to ask at, which decides whose address is checked; then the other family is left alone. */
  readonly address?: HostAddress
}

/** On top of what the check itself may take: to connect, and for the answer to come back. */
const WAY_MS = 5000

/** Has another doorstep run a tool. Throws a ForeignProblem, or a ConfigError if that server cannot be asked. */
export async function runRemotely(named: NamedTool, call: RemoteCall, config: ServerConfig): Promise<Outcome> {
  const { body, withinMs } = call
  const request = requestOf(named, call, config)
  const field = pairFieldOf(named)
  try {
    if (field === null || field in body || call.address || withinMs) return await ask(named, call, request)
    const pairing = await askBothFamilies(config, call.signal)
    return await (pairing === null ? ask(named, call, request) : askPaired(named, call, request, { ...pairing, field }))
  } catch (error) {
    throw failureIn(error, { server: config.server.href, timeoutMs: request.timeoutMs, isNamed: withinMs === undefined })
  }
}

/** Returns the field for what proves the requester's address of the other family; null for a tool that checks one. */
function pairFieldOf({ tool: { policy } }: NamedTool): string | null {
  return policy.kind === 'requester-service' ? policy.pairs : null
}

function requestOf({ tool }: NamedTool, call: RemoteCall, config: ServerConfig): RemoteRequest {
  const { body, locale, report, signal, address, withinMs } = call
  const accept = tool.result.type === 'string' ? 'text/plain' : report && tool.event ? 'text/event-stream' : 'application/json'
  const { headers, ...request } = requestTo(tool.path, config, withinMs ?? tool.deadlineMs + WAY_MS)
  return {
    ...request,
    method: tool.method,
    headers: {
      ...headers,
      accept: `${accept}, application/problem+json`,
      'accept-language': locale,
      ...(tool.body && { 'content-type': 'application/json' }),
    },
    body: tool.body ? JSON.stringify(body) : null,
    ...(signal && { signal }),
    ...(address && { address }),
  }
}

async function ask({ tool }: NamedTool, { report }: RemoteCall, request: RemoteRequest): Promise<Outcome> {
  const isText = tool.result.type === 'string'
  return asOutcome(await answerIn(await askRemote(request), isText, report), isText)
}

/** Asks with the token of the other family; where the server does not take it, without, as if there were one family. */
async function askPaired(
  named: NamedTool,
  call: RemoteCall,
  request: RemoteRequest,
  { address, token, field }: Pairing & { readonly field: string },
): Promise<Outcome> {
  const body = JSON.stringify({ ...call.body, [field]: [token] })
  try {
    return await ask(named, call, { ...request, body, address })
  } catch (error) {
    const isRefused = error instanceof ForeignProblem && error.problem.field?.startsWith(field)
    const isLost = error instanceof RemoteFailure && error.kind === 'failed'
    if (isRefused || isLost) return ask(named, call, request)
    throw error
  }
}

async function answerIn(answer: RemoteAnswer, isText: boolean, report: RemoteCall['report']): Promise<unknown> {
  const { status, type } = answer
  if (type === 'text/event-stream' && status === 200) return lastEvent(answer.chunks, report ?? (() => {}))
  const text = await wholeText(answer.chunks)
  if (isText && status === 200 && type === 'text/plain') return cleanText(text)
  const value = type === 'application/json' || type === 'application/problem+json' ? parsed(text) : null
  if (isProblem(value)) throw new ForeignProblem(value)
  if (status === 200 && type === 'application/json' && value !== null) return value
  throw new Stranger(answer)
}

async function lastEvent(chunks: AsyncIterable<string>, report: (event: unknown) => void): Promise<unknown> {
  let rest = ''
  for await (const chunk of chunks) {
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop() ?? ''
    if (rest.length > PART_MAX) throw new RemoteFailure('long', 'too-long')
    for (const frame of frames) {
      const [, kind, data = ''] = /^event: (\w+)\ndata: (.*)$/m.exec(frame) ?? []
      const value = parsed(data)
      if (kind === 'progress') report(value)
      if (kind === 'problem' && isProblem(value)) throw new ForeignProblem(value)
      if (kind === 'result') return value
    }
  }
  throw new RemoteFailure('cut', 'cut')
}

function isProblem(value: unknown): value is ForeignProblemBody {
  if (!isRecord(value) || ![value.title, value.detail, value.code].every((part) => typeof part === 'string')) return false
  const { errors = [] } = value
  return Array.isArray(errors) && errors.every((error) => isRecord(error) && typeof error.message === 'string')
}

/** Returns the answer as a run gives it: the result is the answer without the fields of every answer. */
function asOutcome(answer: unknown, isText: boolean): Outcome {
  if (isText || typeof answer !== 'object' || answer === null) return { answer, result: answer }
  const envelope = new Set<string>(ENVELOPE_FIELDS)
  return { answer, result: Object.fromEntries(Object.entries(answer).filter(([field]) => !envelope.has(field))) }
}
