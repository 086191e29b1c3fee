import type { AddressFacts, Facts } from '../facts.ts'
import type { Method } from '../fields.ts'
import { differenceOf } from './differences.ts'
import { problemsOfRedirectedFamily } from './families.ts'
import { sightOfHttp } from './http.ts'
import { ofName, PORTS, type Problem, type Severity, type WebMethod, weighed } from './problem.ts'
import { ofAddress, type Sight, type Viewing } from './sight.ts'
import { sightOfTls } from './tls.ts'

/** Returns what stands in the way at the addresses of a name, of which an authority takes one: IPv6 before IPv4. */
export function problemsOfAddresses(facts: Facts, method: WebMethod, methods: readonly Method[]): Problem[] {
  const asked = facts.addresses.filter(({ kind }) => kind !== 'reserved')
  const reserved = problemsOfReserved(facts, PORTS[method])
  if (asked.length === 0)
    return reserved.length > 0 ? reserved : [ofName('address-not-checked', 'unclear', { port: PORTS[method] })]
  const viewing = { port: PORTS[method], isKeyed: isKeyed(facts, methods) }
  const sights = asked.map((one) => (method === 'http-01' ? sightOfHttp(one, viewing) : sightOfTls(one, viewing)))
  return [...reserved, ...judgeSights(facts, method, sights), ...(method === 'http-01' ? differenceOf(sights) : [])]
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

/** Returns the problems of all addresses, as heavy as the order in which an authority takes them makes them. */
function judgeSights(facts: Facts, method: WebMethod, sights: readonly Sight[]): readonly Problem[] {
  const ipv6 = familyOf(sights, 6)
  const ipv4 = familyOf(sights, 4)
  if (ipv6.sights.length === 0) return ipv4.problems
  if (ipv4.sights.length === 0) return ipv6.problems
  if (ipv6.state === 'dead' || (ipv6.state === 'idle' && ipv4.state === 'good')) {
    if (ipv4.state === 'dead' || ipv4.state === 'wrong') return [...ipv6.problems, ...ipv4.problems]
    const redirected = method === 'http-01' ? problemsOfRedirectedFamily(facts, ipv6.sights, ipv4.sights) : null
    return [...(redirected ?? brokenFamily(ipv6, method, 'ipv6-dead')), ...ipv4.problems]
  }
  if (ipv4.state === 'dead' || (ipv4.state === 'idle' && ipv6.state === 'good')) {
    return [...ipv6.problems, ...brokenFamily(ipv4, method, 'ipv4-dead')]
  }
  if (ipv6.state === 'wrong') return [...ipv6.problems, ...wrongFamily(ipv6, ipv4, method), ...ipv4.problems]
  // IPv6 comes first, whatever IPv4 does.
  return [...ipv6.problems, ...ipv4.problems.map((problem) => weighed(problem, 'warning'))]
}

/** Returns the fault that IPv6 answers wrongly where IPv4 would do: nobody turns to another address after an answer. */
function wrongFamily({ sights: [first] }: Family, { state }: Family, method: WebMethod): Problem[] {
  if (first === undefined || state !== 'good') return []
  return [ofAddress(first.facts, 'family-broken', 'error', { port: PORTS[method], url: '', kind: 'ipv6-wrong' })]
}

interface Family {
  readonly sights: readonly Sight[]
  readonly state: Sight['state']
  readonly problems: readonly Problem[]
}

/** Returns the addresses of a family as one: an authority takes any of them, so that orders fail now and then if one of them would not do. */
function familyOf(all: readonly Sight[], version: AddressFacts['address']['version']): Family {
  const sights = all.filter(({ facts }) => facts.address.version === version)
  const states = new Set(sights.map(({ state }) => state))
  const isOne = (...of: Sight['state'][]) => [...states].every((state) => of.includes(state))
  const state = isOne('good')
    ? 'good'
    : isOne('dead')
      ? 'dead'
      : isOne('idle')
        ? 'idle'
        : isOne('dead', 'wrong')
          ? 'wrong'
          : 'unclear'
  const problems = sights.flatMap((sight) => (state === 'unclear' ? sight.problems.map(asOneOfSome) : sight.problems))
  return { sights, state, problems }
}

/** Returns the problem of an address beside which another one would do, or may. */
function asOneOfSome(problem: Problem): Problem {
  const isDead = problem.code === 'address-silent' || problem.code === 'address-refused'
  if (problem.severity !== 'error') return problem
  return { ...problem, severity: 'unclear', slots: isDead ? { ...problem.slots, kind: 'some' } : problem.slots }
}

/** Returns the warning that one family is dead, and the other carries the order; what keeps it open as to a device stays as it is. */
function brokenFamily({ sights }: Family, method: WebMethod, kind: 'ipv6-dead' | 'ipv4-dead'): Problem[] {
  const [first] = sights
  if (first === undefined) return []
  const [reason] = first.problems
  // A handshake that failed says more than that the family does not work.
  if (reason?.code === 'wrong-protocol') return [weighed(reason, 'warning')]
  return [ofAddress(first.facts, 'family-broken', 'warning', { ...reason?.slots, port: PORTS[method], kind })]
}
