import { useEffect, useState } from 'preact/hooks'
import type { Locale } from '../../../contract/text.ts'
import type { ListedTool } from './answers.ts'
import { useLocale } from './words.ts'

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
