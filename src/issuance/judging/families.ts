import { PORTS, type WebMethod } from '../fields.ts'
import { backTo, type End, endOfOrders } from './end.ts'
import { portIn } from './http.ts'
import { type Problem, weighed } from './problem.ts'
import { ofAddress, type Sight } from './sight.ts'

/** Returns the problems of all addresses, as heavy as the end of an order makes them. */
export function problemsOfSights(method: WebMethod, sights: readonly Sight[]): Problem[] {
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
