import { shownName } from '../../contract/clean.ts'
import { problemText } from '../../contract/problem.text.ts'
import { type Localized, Refusal } from '../../contract/problem.ts'
import type { Paths, Served } from './paths.ts'
import type { Visit } from './visit.ts'
import { withLine } from './working-line.ts'

/** The methods that Bun's router distinguishes (RFC 9110, RFC 5789), without OPTIONS, which every path answers. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT'] as const
/** The length up to which a refusal repeats an unknown path. */
const SHOWN_PATH_MAX = 200

/** Throws the refusal of a method that a path does not accept. */
export async function refuseMethod(
  visit: Visit,
  paths: Paths,
  { methods, example }: Served,
  publicOrigins: readonly string[],
): Promise<never> {
  const { request, path } = visit
  if (!METHODS.some((known) => known === request.method)) throw unrouted(visit, paths)
  const slots = { path: path.slice(0, SHOWN_PATH_MAX), allowed: methods.join(', ') }
  const sentence: Localized = (locale) => problemText.say(locale, 'method-not-allowed-detail', slots)
  const query = (await example?.()) ?? ''
  const shows = methods.includes('GET') && path.length <= SHOWN_PATH_MAX
  const detail = shows ? withLine(request, publicOrigins, sentence, path + query) : sentence
  throw new Refusal('method-not-allowed', detail, {
    headers: { allow: [...methods, 'OPTIONS'].join(', ') },
  })
}

/** Returns the refusal of a request without a route: Bun's router does not know its path or does not distinguish its method. */
export function unrouted({ request: { method }, path }: Visit, paths: Paths): Refusal {
  if (!METHODS.some((known) => known === method)) {
    return new Refusal('malformed-request', (locale) =>
      problemText.say(locale, 'unknown-method-detail', { method: shownName(method) }),
    )
  }
  if (!path.startsWith('/')) {
    // The runtime treats what follows a CONNECT as tunnelled data, and would wait for more of it.
    const particulars = method === 'CONNECT' ? { headers: { connection: 'close' } } : {}
    return new Refusal('malformed-request', (locale) => problemText.say(locale, 'no-path-detail', {}), particulars)
  }
  const key = paths.has(path) ? 'inexact-path-detail' : 'not-found-detail'
  return new Refusal('not-found', (locale) => problemText.say(locale, key, { path: path.slice(0, SHOWN_PATH_MAX) }))
}
