import type { AddressFacts, Facts, HttpFacts } from '../facts.ts'
import { type Method, PORTS, type WebMethod } from '../fields.ts'
import {
  deadSight,
  goodSight,
  isNoAnswer,
  ofAddress,
  ofName,
  type Problem,
  portIn,
  type Severity,
  type Sight,
  sightOf,
  sightOfHttp,
  strangeSight,
  unaskedSight,
  type Viewing,
  weighed,
} from './sight.ts'

/** Returns what stands in the way at the addresses of a name, of which an authority takes one: IPv6 before IPv4. */
export function problemsOfAddresses(facts: Facts, method: WebMethod, methods: readonly Method[]): Problem[] {
  const asked = facts.addresses.filter(({ kind }) => kind !== 'reserved')
  const reserved = problemsOfReserved(facts, PORTS[method])
  if (asked.length === 0)
    return reserved.length > 0 ? reserved : [ofName('address-not-checked', 'unclear', { port: PORTS[method] })]
  const viewing = { port: PORTS[method], isKeyed: isKeyed(facts, methods) }
  const sights = asked.map((one) => (method === 'http-01' ? sightOfHttp(one, viewing) : sightOfTls(one, viewing)))
  // The certificate of an order by TLS is at one of two computers, whatever each of them answers without it.
  const others =
    method === 'http-01' ? sights : sights.filter(({ state, facts: { tls } }) => state !== 'dead' && tls?.proof !== 'proven')
  return [...reserved, ...problemsOfSights(method, sights), ...differenceOf(others, method === 'http-01' ? 'warning' : 'unclear')]
}

/** Returns the addresses that no authority connects to: a fault if there is no other, otherwise some may still pick them. */
function problemsOfReserved({ addresses, omitted }: Facts, port: number): Problem[] {
  const reserved = addresses.filter(({ kind }) => kind === 'reserved')
  const isAll = reserved.length === addresses.length
  const severity: Severity = isAll ? (omitted > 0 ? 'unclear' : 'error') : 'warning'
  return reserved.map((one) => ofAddress(one, 'reserved-address', severity, isAll ? { port } : { port, kind: 'beside' }))
}

/** Returns whether somebody else's answer counts: a key is for one port, and which one is only known where it was proven or nothing else is asked. */
function isKeyed({ addresses }: Facts, methods: readonly Method[]): Viewing['isKeyed'] {
  if (addresses.some(({ http, tls }) => http?.proof === 'proven' || tls?.proof === 'proven')) return 'no'
  return methods.includes('http-01') && methods.includes('tls-alpn-01') ? 'maybe' : 'yes'
}

/** Returns a problem if two addresses answer on port 80 as two servers do: the answer to a challenge may be at one of them alone. */
function differenceOf(sights: readonly Sight[], severity: 'warning' | 'unclear'): Problem[] {
  const answers = sights.flatMap(({ facts, facts: { http } }) =>
    http?.outcome === 'response' && http.proof !== 'proven' ? [{ facts, http }] : [],
  )
  const [first, ...others] = answers
  if (first === undefined) return []
  for (const { facts, http } of others) {
    const by = differs(first.http, http)
    if (by) return [ofAddress(facts, 'addresses-differ', severity, { other: first.facts.address.text, by })]
  }
  return []
}

/** Returns by what two answers differ; null if they do not, as far as a server is not told apart by its version. */
function differs(one: HttpFacts, other: HttpFacts): 'status' | 'page' | 'redirects' | 'server' | null {
  if (one.redirects.length !== other.redirects.length || one.stopped !== other.stopped) return 'redirects'
  if (one.status !== other.status) return 'status'
  if (one.page !== other.page || one.file !== other.file) return 'page'
  return one.server === other.server ? null : 'server'
}

/** The alert of a server to which no protocol of the client is known (RFC 7301, section 3.2). */
const NO_APPLICATION_PROTOCOL = 120

/** Returns the meaning of a handshake with one address for TLS-ALPN-01 (RFC 8737). */
function sightOfTls(facts: AddressFacts, viewing: Viewing): Sight {
  const { tls, proxy } = facts
  const { port } = viewing
  if (tls === null) return unaskedSight(facts, port)
  if (tls.proof === 'proven') return goodSight(facts)
  const strange = tls.proof === 'someone-else' ? strangeSight(facts, viewing, { url: '', status: '' }) : null
  if (strange) return strange
  const { outcome } = tls
  if (isNoAnswer(outcome)) return deadSight(facts, { ...tls, outcome }, port, '')
  const isTls = outcome === 'offered' || outcome === 'alert' || outcome === 'ignored'
  // A proxy ends the handshake itself, so that no server behind it is asked.
  const network = proxy ?? facts.http?.proxy ?? null
  if (isTls && network !== null) return sightOf(facts, ofAddress(facts, 'proxied', 'error', { port, network, kind: 'tls' }))
  // Servers that know the method, and have no order running, end the handshake with another alert.
  const isUnknown = outcome === 'ignored' || (outcome === 'alert' && tls.alert === NO_APPLICATION_PROTOCOL)
  if (!isUnknown && (outcome === 'offered' || outcome === 'alert' || outcome === 'proof')) return goodSight(facts)
  if (isUnknown) return sightOf(facts, ofAddress(facts, 'alpn-not-offered', 'unclear', { port, alpn: tls.alpn ?? '' }))
  if (outcome === 'broken') return sightOf(facts, ofAddress(facts, 'wrong-protocol', 'unclear', { port, kind: 'broken' }))
  const kind = outcome === 'plain-http' ? 'http-on-443' : 'not-tls'
  // The largest authority takes an address of the other family after a handshake that failed, as after a connection that did.
  return sightOf(facts, ofAddress(facts, 'wrong-protocol', 'error', { port, kind }), 'dead')
}

/** Returns the problems of all addresses, as heavy as the end of an order makes them. */
function problemsOfSights(method: WebMethod, sights: readonly Sight[]): Problem[] {
  const ipv6 = sights.filter((sight) => sight.facts.address.version === 6)
  const ipv4 = sights.filter((sight) => sight.facts.address.version === 4)
  const end = endOfOrders(ipv6, ipv4)
  const redirected = method === 'http-01' ? redirectedFamily(ipv6, ipv4) : []
  const found = [
    ...redirected,
    ...problemsOfFamily(ipv6, ipv4, { method, end, kind: 'ipv6-dead' }).filter(isNoneOf(redirected)),
    ...(end === 'fails' ? wrongFamily(ipv6, ipv4, method) : []),
    ...problemsOfFamily(ipv4, ipv6, { method, end, kind: 'ipv4-dead' }),
  ]
  return found.map((problem) => atMost(problem, end))
}

/** Returns a judge of problems: false for the family of which more is said already. */
function isNoneOf([said]: readonly Problem[]): (problem: Problem) => boolean {
  return ({ code, address }) => code !== said?.code || address !== said.address
}

/** Returns a problem that says no more than the end of an order does. */
function atMost(problem: Problem, end: End): Problem {
  if (end === 'works') return weighed(problem, 'warning')
  return end === 'open' && problem.severity === 'error' ? weighed(problem, 'unclear') : problem
}

interface Family {
  readonly method: WebMethod
  readonly end: End
  readonly kind: 'ipv6-dead' | 'ipv4-dead'
}

/** Returns the problems of a family: one for all addresses that are dead where the other family carries the order. */
function problemsOfFamily(sights: readonly Sight[], others: readonly Sight[], { method, end, kind }: Family): Problem[] {
  const dead = sights.filter(({ state }) => state === 'dead' || (state === 'idle' && end === 'works'))
  const isWhole = dead.length === sights.length
  const isCarried = others.some(({ state }) => state !== 'dead' && (state !== 'wrong' || kind === 'ipv4-dead'))
  const isBroken = end === 'works' || (isWhole && isCarried)
  const told = dead.find(({ problems: [reason] }) => reason?.code === 'wrong-protocol') ?? dead[0]
  return sights.flatMap((sight) => {
    if (!dead.includes(sight)) return sight.problems
    if (isBroken) return sight === told ? brokenFamily(sight, method, kind) : []
    return isWhole || end === 'fails' ? sight.problems : sight.problems.map(asOneOfSome)
  })
}

/** Returns the problem of a dead address beside which another one of its family may be taken. */
function asOneOfSome(problem: Problem): Problem {
  return problem.code === 'wrong-protocol' ? problem : { ...problem, slots: { ...problem.slots, kind: 'some' } }
}

/** Returns the warning that a family is dead, and the other carries the order. */
function brokenFamily({ facts, problems: [reason] }: Sight, method: WebMethod, kind: Family['kind']): Problem[] {
  // A handshake that failed says more than that the family does not work.
  if (reason?.code === 'wrong-protocol') return [weighed(reason, 'warning')]
  return [ofAddress(facts, 'family-broken', 'warning', { ...reason?.slots, port: PORTS[method], kind })]
}

/** Returns the fault that IPv6 answers wrongly where IPv4 would do: nobody turns to another address after an answer. */
function wrongFamily(ipv6: readonly Sight[], ipv4: readonly Sight[], method: WebMethod): Problem[] {
  const wrong = ipv6.find(({ state }) => state === 'wrong')
  // A dead end after a redirect says all there is: a redirect of IPv4 leads there as well.
  if (
    !wrong ||
    wrong.problems.some(({ slots: { kind } }) => kind === 'redirected') ||
    ipv4.length === 0 ||
    ipv4.some(({ state }) => state !== 'good')
  )
    return []
  return [ofAddress(wrong.facts, 'family-broken', 'error', { port: PORTS[method], url: '', kind: 'ipv6-wrong' })]
}

/** Returns the doubt that a redirect of IPv4 leads back to IPv6, which is dead. */
function redirectedFamily(ipv6: readonly Sight[], ipv4: readonly Sight[]): Problem[] {
  const dead = ipv6.find(({ state }) => state === 'dead' || state === 'idle')
  const [url] = ipv4.flatMap((sight) => (sight.state === 'good' ? (backTo(sight) ?? []) : []))
  if (!dead || url === undefined) return []
  return [
    ofAddress(dead.facts, 'family-broken', 'unclear', { port: portIn(url) ?? PORTS['http-01'], url, kind: 'ipv6-redirect' }),
  ]
}

/** The end of an order by the addresses that an authority may take: "open" also where it depends on which it takes. */
type End = 'works' | 'fails' | 'open'

/** An address of IPv6 and one of IPv4; null where the name has none of the family. */
interface Draw {
  readonly ipv6: Sight | null
  readonly ipv4: Sight | null
}

/** Returns how orders end: the largest authority takes one address of each family, IPv6 first, and turns to IPv4 only where the connection failed. */
function endOfOrders(ipv6: readonly Sight[], ipv4: readonly Sight[]): End {
  const draws = orNone(ipv6).flatMap((six) => orNone(ipv4).map((four) => ({ ipv6: six, ipv4: four })))
  const ends = new Set(draws.map(endOf))
  const [end = 'open'] = ends
  return ends.size === 1 ? end : 'open'
}

const orNone = (sights: readonly Sight[]): readonly (Sight | null)[] => (sights.length > 0 ? sights : [null])

function endOf({ ipv6, ipv4 }: Draw): End {
  if (ipv6 === null) return ipv4 ? ENDS[ipv4.state] : 'open'
  if (ipv6.state === 'idle') return ipv4?.state === 'good' ? endOfReturn(ipv4) : 'open'
  if (ipv6.state === 'dead') return ipv4 ? endOfReturn(ipv4) : 'fails'
  // After a redirect into a dead end, authorities differ in whether they turn to IPv4 there, or at all.
  const isDeadEnd = ipv6.problems.some(({ slots: { kind } }) => kind === 'redirected')
  return isDeadEnd && ipv4?.state === 'good' ? 'open' : ENDS[ipv6.state]
}

const ENDS: Record<Sight['state'], End> = { good: 'works', dead: 'fails', wrong: 'fails', idle: 'open', unclear: 'open' }

/** Returns the end of an order that turned to IPv4: a redirect leads to IPv6 again, from where the newest Boulder turns back once more and others do not. */
function endOfReturn(ipv4: Sight): End {
  return ipv4.state === 'good' && backTo(ipv4) !== null ? 'open' : ENDS[ipv4.state]
}

/** Returns the URL to which redirects of IPv4 lead over IPv6 again; null if to none. The addresses of another host are not known: it may have IPv4 alone. */
function backTo({ facts: { http } }: Sight): string | null {
  return (http && followedBy(http)[0]) ?? null
}

function followedBy({ url, redirects, stopped }: HttpFacts): string[] {
  const [, ...later] = [...redirects.map((redirect) => redirect.url), ...(stopped === null ? [url] : [])]
  return later
}
