import { createContext } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { isRecord } from '../../../contract/clean.ts'
import type { Locale } from '../../../contract/text.ts'
import type { Ending, ListedTool, Problem, ToolAnswer } from './answers.ts'
import { useLocale } from './words.ts'

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

async function getJson(path: string, locale: Locale): Promise<unknown> {
  const reply = await fetch(path, { headers: { accept: 'application/json', 'accept-language': locale } })
  if (!reply.ok) throw new Error(path)
  return reply.json()
}

/** A field of a body, as far as JSON Schema describes it here. */
export interface FieldSchema {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly anyOf?: readonly FieldSchema[]
  readonly items?: FieldSchema
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[] | undefined
}

/** An operation, as `/api/tools?details=off` describes it: what a form needs. */
export interface Operation extends ListedTool {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly policy: { readonly kind: string }
  readonly request: FieldSchema | null
}

export interface Entry {
  readonly id: string
  readonly name: string
}

/** Lists of `/api/catalog`. */
export type Catalogue = Readonly<Record<'services' | 'brands' | 'providers' | 'recordTypes' | 'platforms', readonly Entry[]>>

const asked = new Map<string, Promise<unknown>>()
/** Pause before a list that did not come is requested again; each time longer by this, up to so many times. */
const AGAIN_MS = 2000
const LONGEST = 15

/** Requests a list once in each language, when it is first needed; null until it has come. */
export function useList<List>(path: string, isNeeded: boolean): List | null {
  const locale = useLocale()
  const [list, setList] = useState<{ locale: Locale; list: List } | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!isNeeded) return
    const key = `${locale} ${path}`
    const answer = asked.get(key) ?? getJson(path, locale)
    asked.set(key, answer)
    let isWanted = true
    let timer: ReturnType<typeof setTimeout>
    answer.then(
      // A seam: the server keeps to what these types say.
      (found) => isWanted && setList({ locale, list: found as List }),
      () => {
        asked.delete(key)
        if (isWanted) timer = setTimeout(() => setTries(tries + 1), AGAIN_MS * Math.min(tries + 1, LONGEST))
      },
    )
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [path, locale, isNeeded, tries])
  return list?.locale === locale || (list && isNeeded) ? list.list : null
}

export function useOperations(isNeeded = true): readonly Operation[] | null {
  return useList<{ tools: readonly Operation[] }>('api/tools?details=off', isNeeded)?.tools ?? null
}

export function useOperation(tool: string, isNeeded = true): Operation | null {
  return useOperations(isNeeded)?.find(({ name }) => name === tool) ?? null
}

/** Returns an operation with the schema of its answer: the list of those is four times as long. */
export function useDescription(tool: string, isNeeded = true): (Operation & { readonly response: FieldSchema }) | null {
  const described = useList<{ tools: readonly (Operation & { readonly response: FieldSchema })[] }>('api/tools', isNeeded)
  return described?.tools.find(({ name }) => name === tool) ?? null
}

export function useCatalogue(isNeeded: boolean): Catalogue | null {
  return useList<Catalogue>('api/catalog?details=off', isNeeded)
}

interface DescribedAnswer {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>
}

/** The description of the API, as far as its examples go. */
interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, DescribedAnswer>> }>>>
  >
  readonly components: { readonly responses: Readonly<Record<string, DescribedAnswer>> }
}

/** Returns an example of what an operation answers: undefined if there is none, null until the description of the API has come. */
export function useExample({ path, method }: Operation): unknown {
  const described = useList<Described>('openapi.json', true)
  if (!described) return null
  const answer = described.paths[path]?.[method.toLowerCase()]?.responses['200']
  const shared = answer?.$ref?.slice(answer.$ref.lastIndexOf('/') + 1)
  const { content } = (shared === undefined ? answer : described.components.responses[shared]) ?? {}
  return content?.['application/json']?.example ?? content?.['text/plain']?.example
}
