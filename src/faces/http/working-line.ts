import { problemText } from '../../contract/problem.text.ts'
import type { Localized } from '../../contract/problem.ts'

/** The hosts that can stand in a line for a shell as they are. */
const PLAIN_HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i

/**
 * Returns a sentence that ends with a line for a shell that GETs a path of this server, under the name that the request has for it. It has
 * no double quotes, since most people copy it out of JSON, where each would have a backslash.
 */
export function withLine(
  { url, headers }: Request,
  publicOrigins: readonly string[],
  sentence: Localized,
  path: string,
): Localized {
  const host = headers.get('host') ?? ''
  if (!PLAIN_HOST.test(host)) return sentence
  const seen = `${/^https:/i.test(url) ? 'https' : 'http'}://${host}`
  // Only the operator knows that a proxy in front speaks HTTPS.
  const origin = publicOrigins.includes(`https://${host.toLowerCase()}`) ? `https://${host}` : seen
  const line = `curl ${quoted(origin + path)}`
  return (locale) => problemText.say(locale, 'working-line', { sentence: sentence(locale), line })
}

/** Quotes a text for a shell: between single quotes nothing is changed. */
function quoted(text: string): string {
  return /^[\w.:/@%+=,[\]-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
