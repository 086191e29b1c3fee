import { createContext } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { isRecord } from '../../../contract/clean.ts'
import type { Locale } from '../../../contract/text.ts'
import type { Ending, ListedTool, Problem, ToolAnswer, Visitor } from './answers.ts'
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

/** The longest wait for another origin: where a family does not work, its connections may only time out. */
const PAIRING_MS = 1500

/** Returns the token of the visitor's address of a family, at the first origin that is reached over it; null where none is. An origin ends with a slash, or is empty for that of the page. */
export async function pairedOver(ipVersion: 4 | 6, bases: readonly string[]) {
  const asked = bases.map(async (base) => {
    const reply = await fetch(`${base}api/pair`, { signal: AbortSignal.timeout(PAIRING_MS) })
    // A seam: the server keeps to the schema of its answer; a refusal has no address.
    const { ip, token } = (await reply.json()) as { ip?: string; token: string }
    if (ip === undefined || ip.includes(':') !== (ipVersion === 6)) throw new Error(base)
    return { base, token }
  })
  return Promise.any(asked).catch(() => null)
}

/**
 * Returns the ways to ask about both, the best first: the origin that is asked, and the tokens of the addresses at the others. IPv4 leads, since most people connect over it: an origin that is reached over it is
 * asked, even from a page that came over IPv6.
 */
export async function waysOf({ ipVersion }: Pick<Visitor, 'ipVersion'>, bases: readonly string[]) {
  const other = await pairedOver(ipVersion === 4 ? 6 : 4, bases)
  if (!other) return []
  const fromHere = { base: '', alsoMe: [other.token] }
  const own = ipVersion === 6 && (await pairedOver(6, ['']))
  return own ? [{ base: other.base, alsoMe: [own.token] }, fromHere] : [fromHere]
}

/** Returns the way to ask tools that has reachability checked over both families, and over one where that is refused. */
export function askingBoth(ask: typeof askTool, ways: () => ReturnType<typeof waysOf>): typeof askTool {
  return async (tool, request, asking) => {
    for (const { base, alsoMe } of tool === 'reachability' ? await ways() : []) {
      const ending = await ask(tool, { ...request, alsoMe }, base === '' ? asking : { ...asking, base })
      if (!isUnpaired(ending)) return ending
    }
    return ask(tool, request, asking)
  }
}

/** Returns whether a request failed because of the other address or the other origin, not in itself. */
function isUnpaired(ending: Ending): boolean {
  if (ending.kind === 'failed') return ending.why === 'unreachable'
  if (ending.kind === 'answered') return false
  return ending.problem.code === 'foreign-origin' || ending.problem.field?.startsWith('alsoMe') === true
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

async function getJson(path: string, locale: Locale): Promise<unknown> {
  const reply = await fetch(path, { headers: { accept: 'application/json', 'accept-language': locale } })
  if (!reply.ok) throw new Error(path)
  return reply.json()
}

const lists = new Map<string, Promise<unknown>>()
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
    const answer = lists.get(key) ?? getJson(path, locale)
    lists.set(key, answer)
    let isWanted = true
    let timer: ReturnType<typeof setTimeout>
    answer.then(
      // A seam: the server keeps to what these types say.
      (found) => isWanted && setList({ locale, list: found as List }),
      () => {
        lists.delete(key)
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

export function useOperation(tool: string): Operation | null {
  return useOperations()?.find(({ name }) => name === tool) ?? null
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
