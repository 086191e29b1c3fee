import { cleanText } from '../../contract/clean.ts'
import { ENVELOPE_FIELDS } from '../../contract/envelope.ts'
import { ForeignProblem, type Problem } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { askRemote, type RemoteAnswer, RemoteFailure } from '../../net/remote.ts'
import { rootsWith } from '../../net/tls/trust.ts'
import { userAgentOf } from '../../net/user-agent.ts'
import { openRoots } from '../../opening/files.ts'
import type { NamedTool } from '../../registry/tools.ts'
import type { Outcome } from '../../run/call.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { Config } from '../../settings/options.ts'
import { cliText } from './cli.text.ts'

/** Request to another doorstep. */
export interface RemoteCall {
  readonly body: Readonly<Record<string, unknown>>
  readonly locale: Locale
  /** Null if no progress is shown: then the answer comes whole. */
  readonly report: ((event: unknown) => void) | null
  /** Fires when the answer is no longer wanted; the other doorstep then stops as well. */
  readonly signal?: AbortSignal
}

/** An answer or an event has at most 256 KiB, whose characters may take several bytes each. */
const PART_MAX = 512 * 1024
/** On top of what the check itself may take: to connect, and for the answer to come back. */
const WAY_MS = 5000

/** Has another doorstep run a tool. Throws a ForeignProblem, or a ConfigError if that server cannot be asked. */
export async function runRemotely(named: NamedTool, call: RemoteCall, config: Config & { server: URL }): Promise<Outcome> {
  const { tool } = named
  const { body, locale, report, signal } = call
  const timeoutMs = tool.deadlineMs + WAY_MS
  const isText = tool.result.type === 'string'
  const accept = isText ? 'text/plain' : report && tool.event ? 'text/event-stream' : 'application/json'
  const fail = (error: unknown) => failureIn(error, { server: config.server.href, locale, timeoutMs })
  try {
    const answer = await askRemote({
      url: new URL(tool.path.slice(1), config.server),
      method: tool.method,
      headers: {
        accept: `${accept}, application/problem+json`,
        'accept-language': locale,
        'user-agent': userAgentOf(config.contact),
        ...(tool.body && { 'content-type': 'application/json' }),
      },
      body: tool.body ? JSON.stringify(body) : null,
      roots: rootsWith(openRoots(config).certificates),
      timeoutMs,
      ...(signal && { signal }),
    })
    return outcomeOf(await answerIn(answer, { isText, report, fail }), isText)
  } catch (error) {
    throw fail(error)
  }
}

interface Reading {
  readonly isText: boolean
  readonly report: ((event: unknown) => void) | null
  fail(error: unknown): unknown
}

/** Returns the answer of the server: a value in JSON, the last one of a stream, or a text. */
async function answerIn(answer: RemoteAnswer, { isText, report, fail }: Reading): Promise<unknown> {
  const { status, type } = answer
  if (type === 'text/event-stream' && status === 200) return lastEvent(answer.chunks, report ?? (() => {}))
  const text = await whole(answer.chunks)
  if (isText && status === 200 && type === 'text/plain') return cleanText(text)
  const value = type === 'application/json' || type === 'application/problem+json' ? parsed(text) : null
  if (isProblem(value)) throw new ForeignProblem(value)
  if (status === 200 && type === 'application/json' && value !== null) return value
  throw fail(new Stranger(answer))
}

/** A server that is not a doorstep. */
class Stranger extends Error {
  constructor(readonly answer: RemoteAnswer) {
    super('not a doorstep')
  }
}

/** Reports every event of a stream as it comes, and returns its answer. */
async function lastEvent(chunks: AsyncIterable<string>, report: (event: unknown) => void): Promise<unknown> {
  let rest = ''
  for await (const chunk of chunks) {
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop() ?? ''
    if (rest.length > PART_MAX) throw new RemoteFailure('long', 'too-long')
    for (const frame of frames) {
      const [, kind, data = ''] = /^event: (\w+)\ndata: (.*)$/s.exec(frame) ?? []
      const value = parsed(data)
      if (kind === 'progress') report(value)
      if (kind === 'problem' && isProblem(value)) throw new ForeignProblem(value)
      if (kind === 'result') return value
    }
  }
  throw new RemoteFailure('cut', 'cut')
}

async function whole(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) {
    text += chunk
    if (text.length > PART_MAX) throw new RemoteFailure('long', 'too-long')
  }
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isProblem(value: unknown): value is Problem {
  const isRecord = typeof value === 'object' && value !== null && 'title' in value && 'detail' in value && 'code' in value
  if (!isRecord || ![value.title, value.detail, value.code].every((part) => typeof part === 'string')) return false
  return !('errors' in value) || (Array.isArray(value.errors) && value.errors.every(hasMessage))
}

function hasMessage(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
}

/** Returns the answer as a run gives it: the result is the answer without the fields of every answer. */
function outcomeOf(answer: unknown, isText: boolean): Outcome {
  if (isText || typeof answer !== 'object' || answer === null) return { answer, result: answer }
  const own = Object.entries(answer).filter(([field]) => !ENVELOPE_FIELDS.some((one) => one === field))
  return { answer, result: Object.fromEntries(own) }
}

interface Attempt {
  readonly server: string
  readonly locale: Locale
  readonly timeoutMs: number
}

/** Returns a sentence about why the server cannot be reached; any other error is returned unchanged. */
function failureIn(error: unknown, { server, locale, timeoutMs }: Attempt): unknown {
  if (error instanceof Stranger) {
    const { status, location } = error.answer
    if (location === null) return new ConfigError(cliText.say(locale, 'not-a-doorstep', { server, status }))
    return new ConfigError(cliText.say(locale, 'server-redirects', { server, location: cleanText(location) }))
  }
  if (!(error instanceof RemoteFailure)) return error
  const reasons = {
    late: () => cliText.say(locale, 'no-answer-in-time', { seconds: timeoutMs / 1000 }),
    cut: () => cliText.say(locale, 'cut-answer', {}),
    long: () => cliText.say(locale, 'long-answer', {}),
    failed: () => cleanText(error.code),
  }
  return new ConfigError(cliText.say(locale, 'server-failed', { server, reason: reasons[error.kind]() }))
}
