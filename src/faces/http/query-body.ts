import { shownName } from '../../contract/clean.ts'
import { Refusal } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { type FieldSchema, readTexts } from '../../operations/registry/field-values.ts'
import { QUERY_WORDS } from '../../operations/registry/tools.ts'
import type { Eventually } from '../../operations/run/call.ts'
import { queryText } from './http.text.ts'

/** More than the fields of any operation need; a longer body can be posted. */
const MAX_QUERY_BYTES = 8 * 1024
/** The length up to which a query is free: reading hundreds of fields, and explaining their errors, takes as much work as a look-up. */
const FREE_BYTES = 512

/** Reads the body of a request; `large` is called before one is read that is large enough to be charged for, and may refuse it. */
export type ReadBody = (request: Request, large: () => Eventually<void>) => Eventually<unknown>

type Properties = Readonly<Record<string, FieldSchema>>

/**
 * Returns a reader of a tool's body from the query of a GET: a parameter for each field, several for a list. Fields that the tool does not
 * have are passed on, so that its schema refuses them as it refuses those of a POST.
 */
export function queryReader(properties: Properties): ReadBody {
  return async ({ url }, large) => {
    const query = queryOf(url)
    if (query.length > MAX_QUERY_BYTES)
      throw refused('', (locale) => queryText.say(locale, 'too-long', { limit: MAX_QUERY_BYTES }))
    if (query.length > FREE_BYTES) await large()
    return Object.fromEntries([...parametersIn(query)].flatMap(([name, texts]) => fieldOf(name, texts, properties)))
  }
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : (url.slice(start + 1).split('#')[0] ?? '')
}

/** Returns the texts of each parameter, in the order in which they were sent. */
function parametersIn(query: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const part of query.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decoded(at < 0 ? part : part.slice(0, at), '')
    const text = decoded(at < 0 ? '' : part.slice(at + 1), name)
    const before = found.get(name)
    if (before) before.push(text)
    else found.set(name, [text])
  }
  return found
}

/** Decodes a name or a text as a form encodes it, but refuses what is not UTF-8, as it is refused in a body. */
function decoded(text: string, field: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw refused(field, (locale) => queryText.say(locale, 'not-encoded', {}))
  }
}

function fieldOf(name: string, texts: readonly string[], properties: Properties): readonly (readonly [string, unknown])[] {
  const isWord = QUERY_WORDS.includes(name)
  const schema = Object.hasOwn(properties, name) && !isWord ? properties[name] : undefined
  const read = readTexts(schema ?? {}, texts)
  if ('why' in read) throw refused(name, (locale) => queryText.say(locale, read.why, { field: shownName(name) }))
  return isWord ? [] : [[name, read.value]]
}

function refused(name: string, detail: (locale: Locale) => string): Refusal {
  const field = shownName(name)
  const errors = [{ field, message: detail }]
  return new Refusal('invalid-request', detail, field === '' ? { errors } : { field, errors })
}
