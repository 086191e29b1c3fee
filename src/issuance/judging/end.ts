import type { HttpFacts } from '../facts.ts'
import type { Sight } from './sight.ts'

/** The end of an order by the addresses that an authority may take: "open" also where it depends on which it takes. */
export type End = 'works' | 'fails' | 'open'

/** An address of IPv6 and one of IPv4; null where the name has none of the family. */
interface Draw {
  readonly ipv6: Sight | null
  readonly ipv4: Sight | null
}

/** Returns how orders end: the largest authority takes one address of each family, IPv6 first, and turns to IPv4 only where the connection failed. */
export function endOfOrders(ipv6: readonly Sight[], ipv4: readonly Sight[]): End {
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
export function backTo({ facts: { http } }: Sight): string | null {
  return (http && followedBy(http)[0]) ?? null
}

/** Returns the URLs to which redirects led. */
function followedBy({ url, redirects, stopped }: HttpFacts): string[] {
  const [, ...later] = [...redirects.map((redirect) => redirect.url), ...(stopped === null ? [url] : [])]
  return later
}
