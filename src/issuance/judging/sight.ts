/** The meaning of one address to an authority, of which the answer over HTTP tells most. */
import { portOfUrl } from '../../policy/address.ts'
import { type AddressFacts, type HttpFacts, NO_ANSWERS, type NoAnswer, type RedirectStop } from '../facts.ts'
import type { ProblemCode } from '../fields.ts'

/**
 * The meaning of one address to an authority that takes it. "dead": the connection failed, so that it may take an address of the other
 * family; "idle": the device was reached and nothing listens yet; "wrong": it was answered, and not as it has to be; "unclear": either may be.
 */
export interface Sight {
  readonly facts: AddressFacts
  readonly state: 'good' | 'dead' | 'idle' | 'wrong' | 'unclear'
  /** The reasons of the state, then remarks. */
  readonly problems: readonly Problem[]
}

/** The particulars of a request for which the sights of addresses are made. */
export interface Viewing {
  readonly port: number
  /** Whether the answer of somebody else to a challenge of the key counts: not if the key belongs to the other port. */
  readonly isKeyed: 'yes' | 'maybe' | 'no'
}

/** Returns a sight of one problem, from whose weight the state follows if it is not given. */
export function sightOf(facts: AddressFacts, problem: Problem, state?: 'dead' | 'idle'): Sight {
  return { facts, state: state ?? (problem.severity === 'error' ? 'wrong' : 'unclear'), problems: [problem] }
}

export function goodSight(facts: AddressFacts): Sight {
  return { facts, state: 'good', problems: [] }
}

export function ofAddress({ address }: AddressFacts, code: ProblemCode, severity: Severity, slots: Slots): Problem {
  return { code, severity, address: address.text, slots }
}

/** The reasons of a server without a way to an address, such as one without IPv6. */
const NO_WAY = ['network-unreachable', 'host-unreachable', 'no-source-address', 'family-unsupported']

/** Returns the sight of an address that this server did not ask: by its rules, or because it could not. */
export function unaskedSight(facts: AddressFacts, port: number, kind: string | null = null): Sight {
  return sightOf(facts, ofAddress(facts, 'address-not-checked', 'unclear', { port, ...(kind ? { kind } : {}) }))
}

/** Returns why this server could not ask; null if its rules forbid it. */
function kindOfLimit(reason: string | null): string | null {
  if (reason === 'not-allowed') return null
  if (reason === 'rate-limited') return 'limited'
  return NO_WAY.includes(reason ?? '') ? 'no-way' : 'unfinished'
}

/** Returns whether an outcome is that of a connection which was not made. */
export function isNoAnswer(outcome: string): outcome is NoAnswer {
  return NO_ANSWERS.some((one) => one === outcome)
}

/** The parts of a finding that a connection without an answer has. */
interface Unanswered {
  readonly outcome: NoAnswer
  readonly reason: string | null
  readonly where: { readonly verdict: string } | null
}

/** Returns the sight of an address that accepted no connection. */
export function deadSight(facts: AddressFacts, { outcome, reason, where }: Unanswered, port: number, url: string): Sight {
  if (outcome === 'limited') return unaskedSight(facts, port, kindOfLimit(reason))
  // The device itself refused: a client that opens the port for the order would be reached.
  const isReached = outcome === 'refused' && where?.verdict === 'refused-by-device'
  const code = outcome === 'refused' ? 'address-refused' : 'address-silent'
  const kind = isReached ? 'rule' : facts.isRequester ? 'own' : outcome === 'unreachable' ? outcome : null
  const slots = { port, url, outcome, where: where?.verdict ?? '', ...(kind ? { kind } : {}) }
  return sightOf(facts, ofAddress(facts, code, isReached ? 'unclear' : 'error', slots), isReached ? 'idle' : 'dead')
}

/** Returns the sight of an address where something answered that does not know the key; null if that says nothing. */
export function strangeSight(facts: AddressFacts, { port, isKeyed }: Viewing, slots: Slots): Sight | null {
  if (isKeyed === 'no') return null
  const severity = isKeyed === 'yes' ? 'error' : 'unclear'
  return sightOf(facts, ofAddress(facts, 'challenge-page-caught', severity, { port, ...slots, kind: 'someone-else' }))
}

/** The weight of a problem: "unclear" leaves open whether an order would succeed, "warning" does not. */
export type Severity = 'error' | 'unclear' | 'warning'

/** A thing that stands in the way of a method, with what its sentence needs. */
export interface Problem {
  readonly code: ProblemCode
  readonly severity: Severity
  readonly address: string | null
  /** Particulars for the sentence: a port, a URL, a name server, an issuer ... `kind` is the variant of the sentence. */
  readonly slots: Slots
}

export type Slots = Readonly<Record<string, string | number>>

export function ofName(code: ProblemCode, severity: Severity, slots: Slots = {}): Problem {
  return { code, severity, address: null, slots }
}

/** Returns the same problem with another weight. */
export function weighed(problem: Problem, severity: Severity): Problem {
  return { ...problem, severity }
}

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
