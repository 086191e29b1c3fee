import { createContext } from 'preact'
import { isRecord } from '../../../contract/clean.ts'
import type { Locale } from '../../../contract/text.ts'
import type { Ending, Problem, ToolAnswer } from './answers.ts'

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
  const { locale, signal, base = '' } = asking
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'accept-language': locale,
    prefer: `words=${locale === 'en' ? 'ko' : 'en'}, blocks`,
  }
  let begun = false
  try {
    const reply = await fetch(`${base}api/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(request), signal })
    if (!reply.ok || !reply.body) return { kind: 'refused', problem: problemIn(await reply.json()) }
    begun = true
    return await follow(reply.body, asking)
  } catch {
    if (signal.aborted) return { kind: 'failed', why: 'stopped' }
    return { kind: 'failed', why: navigator.onLine ? (begun ? 'cut' : 'unreachable') : 'offline' }
  }
}

/** The way in which the views of the page ask tools. */
export const AskTool = createContext(askTool)

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
