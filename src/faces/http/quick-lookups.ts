import type { Allowance } from '../../contract/problem.ts'
import { negotiateLocale } from '../../contract/text.ts'
import { afterwards, type Call, type Eventually } from '../../operations/run/call.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { countForCollector } from '../../platform/collector.ts'
import { NEVER } from '../../platform/deadline.ts'
import { isLookup } from '../../policy/policies.ts'
import { renderText } from '../text/render.ts'
import { FREE_BYTES, jsonIn, readBytes } from './body.ts'
import { problemIn } from './entrance.ts'
import { ALLOWS, isInAdvance, OPEN_TO_ALL } from './origin.ts'
import { headersMade } from './queries.ts'
import { accepted, DESCRIBED, EXPOSES_ID, markAllowance, type Outgoing, OVER_TIME, REQUEST_ID, terminated } from './reply.ts'
import type { Site } from './site.ts'
import type { Visit } from './visit.ts'

/** Answers the plainest requests; null for any other, which Elysia answers. */
export type QuickAnswer = (visit: Visit) => Eventually<Response> | null

/** The headers of every answer that a script of another page may read. */
const OPEN = { ...OPEN_TO_ALL, ...EXPOSES_ID, ...ALLOWS }
/**
 * Returns the function that answers a POST of a look-up, if it is as most programs send it. Programs ask by the thousand, and what Elysia and
 * promises take is more than the look-up. Pages are judged where checks reach the operator's own networks, so nothing is quick there.
 */
export function quickLookups(tools: Iterable<Runnable>, site: Pick<Site, 'isInside' | 'log'>): QuickAnswer {
  const lookups = site.isInside ? [] : [...tools].filter(({ tool }) => isLookup(tool.policy))
  const answers = new Map(lookups.map((lookup) => [lookup.tool.path, quickAnswer(lookup, site)]))
  return (visit) => answers.get(visit.path)?.(visit) ?? null
}

function quickAnswer(runnable: Runnable, { log }: Pick<Site, 'log'>): QuickAnswer {
  const headersOf = headersMade({ ...OPEN, link: DESCRIBED })
  const answerTo = (visit: Visit, format: 'json' | 'text', bytes: Uint8Array): Eventually<Response> => {
    const { headers } = visit.request
    const body = jsonIn(bytes, runnable.example)
    const locale = negotiateLocale(headers.get('accept-language'))
    let left: Allowance | null = null
    const counted = (allowance: Allowance) => {
      left = allowance
    }
    const requestId = () => visit.id
    const call: Call = { body, caller: visit.caller, locale, signal: NEVER, face: 'http', requestId, counted }
    return afterwards(runnable.run(call), (outcome) => {
      const text = format === 'json' ? JSON.stringify(outcome.answer) : terminated(renderText(runnable, outcome, locale))
      const response = new Response(text, headersOf(format, locale))
      response.headers.set(REQUEST_ID, visit.id)
      if (left) showAllowance(response, left)
      return response
    })
  }
  return (visit) => {
    if (!isPlain(visit.request)) return null
    const format = accepted(visit.request.headers.get('accept'), OVER_TIME)
    if (format !== 'json' && format !== 'text') return null
    countForCollector()
    const refuse = (thrown: unknown) => {
      const set = { headers: { ...OPEN }, status: 500 }
      return new Response(problemIn(set, log, visit, thrown), set)
    }
    return readBytes(visit.request)
      .then((bytes) => answerTo(visit, format, bytes))
      .catch(refuse)
  }
}

/** Returns whether a request has nothing but a short body in JSON, without a query. */
function isPlain({ url, headers }: Request): boolean {
  const length = headers.get('content-length')
  return (
    headers.get('content-type') === 'application/json' &&
    length !== null &&
    Number(length) <= FREE_BYTES &&
    !url.includes('?') &&
    !headers.has('content-encoding') &&
    !isInAdvance(headers)
  )
}

function showAllowance({ headers }: Response, allowance: Allowance): void {
  const set: Outgoing = { headers: {} }
  markAllowance(set, allowance)
  for (const name in set.headers) headers.set(name, String(set.headers[name]))
}
