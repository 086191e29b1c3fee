import { isRecord } from '../../../contract/clean.ts'
import type { Locale } from '../../../contract/text.ts'
import type { Problem, ToolAnswer } from './answers.ts'

/** The end of a request: an answer, a refusal, or neither. */
export type Ending =
  /** `other`: the same answer in the other language, where the server sent it. */
  | { readonly kind: 'answered'; readonly answer: ToolAnswer; readonly other?: ToolAnswer }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'failed'; readonly why: Failure }

export type Failure = 'offline' | 'unreachable' | 'cut' | 'stopped'

interface Asking {
  readonly locale: Locale
  /** Another origin of this server, with a slash at its end; otherwise that of the page. */
  readonly base?: string
  readonly signal: AbortSignal
  /** Called with what the tool reports while it runs. */
  report(event: unknown): void
}

/** Runs a tool, and passes on what it reports. Never throws: failures are endings as well. */
export async function askTool(tool: string, request: object, asking: Asking): Promise<Ending> {
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'accept-language': asking.locale,
    prefer: `words=${otherThan(asking.locale)}, blocks`,
  }
  const { signal } = asking
  let begun = false
  try {
    const reply = await fetch(`${asking.base ?? ''}api/tools/${tool}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(request),
      signal,
    })
    if (!reply.ok || !reply.body) return { kind: 'refused', problem: problemIn(await reply.json()) }
    begun = true
    return await follow(reply.body, asking)
  } catch {
    if (signal.aborted) return { kind: 'failed', why: 'stopped' }
    return { kind: 'failed', why: navigator.onLine ? (begun ? 'cut' : 'unreachable') : 'offline' }
  }
}

/** Returns the language that a reader may change to. */
function otherThan(locale: Locale): Locale {
  return locale === 'en' ? 'ko' : 'en'
}

/** Reads events until the one that ends the stream. */
async function follow(body: ReadableStream<Uint8Array>, { report }: Asking): Promise<Ending> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let other: { other?: ToolAnswer } = {}
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) return { kind: 'failed', why: 'cut' }
    const frames = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const [, kind, data = ''] = /^event: (\w+)\ndata: (.*)$/s.exec(frame) ?? []
      const event: unknown = JSON.parse(data)
      if (kind === 'progress') report(event)
      if (kind === 'problem') return { kind: 'refused', problem: problemIn(event) }
      // A seam: the server keeps to the schemas of its answers.
      if (kind === 'words') other = { other: event as ToolAnswer }
      if (kind === 'result') return { kind: 'answered', answer: event as ToolAnswer, ...other }
    }
  }
}

/** Returns a refusal of the server, or of a proxy in front of it, which has no text to show. */
function problemIn(body: unknown): Problem {
  if (!isRecord(body) || typeof body.code !== 'string') throw new Error('not a problem')
  // A seam, as above.
  return body as unknown as Problem
}

/** Returns one of the server's own lists, in a language. */
export async function getJson(path: string, locale: Locale): Promise<unknown> {
  const reply = await fetch(path, { headers: { accept: 'application/json', 'accept-language': locale } })
  if (!reply.ok) throw new Error(path)
  return reply.json()
}
