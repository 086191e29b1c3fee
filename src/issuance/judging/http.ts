import { portOfUrl } from '../../policy/address.ts'
import type { AddressFacts, HttpFacts, RedirectStop } from '../facts.ts'
import type { ProblemCode } from '../fields.ts'
import {
  deadSight,
  goodSight,
  isNoAnswer,
  ofAddress,
  type Problem,
  type Severity,
  type Sight,
  type Slots,
  sightOf,
  strangeSight,
  unaskedSight,
  type Viewing,
} from './sight.ts'

/** Returns the meaning of the answer of one address for HTTP-01 (RFC 8555, section 8.3). */
export function sightOfHttp(facts: AddressFacts, viewing: Viewing): Sight {
  const { http, proxy } = facts
  if (http === null) return unaskedSight(facts, viewing.port)
  if (http.proof === 'proven') return goodSight(facts)
  const sight = sightOfAnswer(facts, http, viewing)
  const network = proxy ?? http.proxy
  if (network === null || sight.state === 'dead') return sight
  return { ...sight, problems: [...sight.problems, ofAddress(facts, 'proxied', 'warning', { port: viewing.port, network })] }
}

function sightOfAnswer(facts: AddressFacts, http: HttpFacts, viewing: Viewing): Sight {
  const { url, outcome } = http
  const strange = http.proof === 'someone-else' ? strangeSight(facts, viewing, { url, status: http.status ?? '' }) : null
  if (strange) return strange
  const port = portIn(url) ?? viewing.port
  if (isNoAnswer(outcome)) {
    const sight = deadSight(facts, { ...http, outcome }, port, url)
    return http.redirects.length === 0 ? sight : redirectedSight(sight)
  }
  if (outcome === 'response') return sightOfResponse(facts, http)
  if (outcome === 'proof') return goodSight(facts)
  // Authorities wait longer than this server does.
  const isStalled = outcome === 'broken' && (http.reason === 'no-answer' || http.reason === 'incomplete-answer')
  const broken = isStalled ? 'stalled' : 'broken'
  const kind = { 'tls-on-http-port': 'tls-on-80', 'not-http': 'not-http', broken }[outcome]
  return sightOf(facts, ofAddress(facts, 'wrong-protocol', isStalled ? 'unclear' : 'error', { port, url, kind }))
}

/** Returns the sight of a dead end after a redirect, from which nobody turns to another family. */
function redirectedSight(sight: Sight): Sight {
  if (sight.state === 'unclear') return sight
  const problems = sight.problems.map((problem) => ({ ...problem, slots: { ...problem.slots, kind: 'redirected' } }))
  return { ...sight, state: sight.state === 'dead' ? 'wrong' : 'unclear', problems }
}

/** Every authority follows so many. At the tenth some give up: the newest Boulder, which makes ten requests in all, and pebble. */
const REDIRECTS_SURE = 9

function sightOfResponse(facts: AddressFacts, http: HttpFacts): Sight {
  if (http.stopped !== null) return sightOf(facts, problemOfRedirect(facts, http, http.stopped))
  const finding = findingOfFile(http)
  const { length: count } = http.redirects
  if (finding === null && count > REDIRECTS_SURE) {
    return sightOf(
      facts,
      ofAddress(facts, 'redirect-loop', 'unclear', { ...partsOf(http.url, http.url), url: http.url, count, kind: 'many' }),
    )
  }
  if (finding === null) return goodSight(facts)
  const [code, severity, kind] = finding
  const slots = { url: http.url, status: http.status ?? 0, ...(kind ? { kind } : {}) }
  return sightOf(facts, ofAddress(facts, code, severity, slots))
}

/** Returns what is wrong with the answer for a file, which settles what is open without one. A server that answers every challenge keeps none. */
function findingOfFile(http: HttpFacts): ReturnType<typeof findingOfPage> {
  const { file, page, status } = http
  const finding = findingOfPage(http)
  if (file === null || page === 'echo' || (finding?.[1] === 'error' && file !== 'delivered')) return finding
  if (file === 'delivered') return null
  return [status === 200 ? 'challenge-page-caught' : 'challenge-status', 'error', 'file']
}

/** Returns what is wrong with the answer for a file that does not exist; null if it says so. */
function findingOfPage({ page, status, redirects }: HttpFacts): [ProblemCode, Severity, string?] | null {
  if (page === 'router') return ['challenge-page-caught', 'error', 'router']
  // A rule for hidden folders or for countries, or the word of a store for a file that does not exist.
  if (status === 403) return ['challenge-page-caught', 'unclear', 'forbidden']
  if (page === 'login' || status === 401 || status === 407) return ['challenge-page-caught', 'error', 'login']
  // A permanent redirect is one for every path; another may be that of a file that does not exist.
  const isPermanent = [301, 308].includes(redirects.at(-1)?.status ?? 0)
  if (page === 'lost') return ['challenge-page-caught', isPermanent ? 'error' : 'unclear', 'lost']
  if (page === 'missing' || page === 'echo') return null
  // A server that answers every path with a page may still serve the file.
  return status === 200 ? ['challenge-page-caught', 'unclear'] : ['challenge-status', 'unclear']
}

const STOPS: Record<RedirectStop, readonly [ProblemCode, Severity, string?]> = {
  port: ['redirect-port', 'error'],
  scheme: ['redirect-scheme', 'error'],
  loop: ['redirect-loop', 'error'],
  status: ['redirect-status', 'error'],
  // The largest authority follows it, though its documentation says otherwise; others do not.
  'to-address': ['redirect-to-address', 'unclear'],
  'not-public': ['redirect-not-public', 'error'],
  unresolved: ['redirect-invalid', 'error', 'no-address'],
  slash: ['redirect-invalid', 'error', 'slash'],
  invalid: ['redirect-invalid', 'error'],
  elsewhere: ['redirect-elsewhere', 'unclear'],
}

function problemOfRedirect(facts: AddressFacts, { url, redirects }: HttpFacts, stop: RedirectStop): Problem {
  const [code, severity, kind] = STOPS[stop]
  const last = redirects.at(-1)
  const from = last?.url ?? url
  const location = last?.location ?? ''
  const slots: Slots = { url: from, location, status: last?.status ?? 0, count: redirects.length, ...partsOf(location, from) }
  return ofAddress(facts, code, severity, kind ? { ...slots, kind } : slots)
}

/** Returns the parts of where a redirect leads; empty if it cannot be read. */
function partsOf(location: string, from: string): { host: string; port: number; scheme: string } {
  const to = URL.parse(location, from)
  return to
    ? { host: to.hostname, port: portOfUrl(to) ?? 0, scheme: to.protocol.slice(0, -1) }
    : { host: '', port: 0, scheme: '' }
}

/** Returns the port of a URL; null if it cannot be read. */
export function portIn(text: string): number | null {
  const url = URL.parse(text)
  return url && portOfUrl(url)
}
