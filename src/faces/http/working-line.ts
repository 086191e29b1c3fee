import { problemText } from '../../contract/problem.text.ts'
import type { Localized } from '../../contract/problem.ts'

/** The hosts that can stand in a line for a shell as they are. */
const PLAIN_HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i

/** A request that works, as the arguments of curl: the path with its query, and a body. */
interface Working {
  readonly path: string
  readonly json?: string
}

/** Returns a sentence that ends with a line for a shell that works on this server, under the name that the request has for it. */
export function withLine({ url, headers }: Request, sentence: Localized, { path, json }: Working): Localized {
  const host = headers.get('host') ?? ''
  if (!PLAIN_HOST.test(host)) return sentence
  const scheme = /^https:/i.test(url) ? 'https' : 'http'
  const line = [`curl ${quoted(`${scheme}://${host}${path}`)}`, ...(json === undefined ? [] : [`--json ${quoted(json)}`])].join(
    ' ',
  )
  return (locale) => problemText.say(locale, 'working-line', { sentence: sentence(locale), line })
}

/** Quotes a text for a shell: between single quotes nothing is changed. */
function quoted(text: string): string {
  return /^[\w.:/@%+=,[\]-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
