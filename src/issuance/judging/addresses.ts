import type { Facts } from '../facts.ts'
import { type Method, PORTS, type WebMethod } from '../fields.ts'
import { differenceOf } from './differences.ts'
import { problemsOfSights } from './families.ts'
import { sightOfHttp } from './http.ts'
import { ofName, type Problem, type Severity } from './problem.ts'
import { ofAddress, type Viewing } from './sight.ts'
import { sightOfTls } from './tls.ts'

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
