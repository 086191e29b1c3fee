import type { Facts, HttpFacts } from '../facts.ts'
import { portOf } from './http.ts'
import type { Sight } from './sight.ts'

/** The end of an order by the addresses that an authority may take: "open" also where it depends on which it takes. */
export type End = 'works' | 'fails' | 'open'

/** An address of IPv6 and one of IPv4; null where the name has none of the family. */
interface Draw {
  readonly ipv6: Sight | null
  readonly ipv4: Sight | null
}

/** Returns how orders end: the largest authority takes one address of each family, IPv6 first, and turns to IPv4 only where the connection failed. */
export function endOfOrders(facts: Facts, ipv6: readonly Sight[], ipv4: readonly Sight[]): End {
  const draws = orNone(ipv6).flatMap((six) => orNone(ipv4).map((four) => ({ ipv6: six, ipv4: four })))
  const ends = new Set(draws.map((draw) => endOf(facts, draw)))
  const [end = 'open'] = ends
  return ends.size === 1 ? end : 'open'
}

const orNone = (sights: readonly Sight[]): readonly (Sight | null)[] => (sights.length > 0 ? sights : [null])

function endOf({ subject }: Facts, { ipv6, ipv4 }: Draw): End {
  if (ipv6 === null) return ipv4 ? ENDS[ipv4.state] : 'open'
  if (ipv6.state === 'idle') return ipv4?.state === 'good' ? endOfReturn(subject.ascii, ipv6, ipv4) : 'open'
  if (ipv6.state === 'dead') return ipv4 ? endOfReturn(subject.ascii, ipv6, ipv4) : 'fails'
  // A redirect of IPv6 into a dead end makes the authority begin again over IPv4, where there may be no redirect.
  const isStraight = ipv4?.state === 'good' && ipv4.facts.http?.redirects.length === 0
  return ipv6.problems.some(({ slots: { kind } }) => kind === 'redirected') && isStraight ? 'open' : ENDS[ipv6.state]
}

const ENDS: Record<Sight['state'], End> = { good: 'works', dead: 'fails', wrong: 'fails', idle: 'open', unclear: 'open' }

/** Returns the end of an order that turned to IPv4: at a redirect it starts with IPv6 again, and does not turn once more. */
function endOfReturn(name: string, ipv6: Sight, ipv4: Sight): End {
  const back = backTo(name, ipv6, ipv4)
  if (ipv4.state !== 'good' || back === null) return ENDS[ipv4.state]
  return back.isDead ? 'fails' : 'open'
}

/** A URL to which a redirect of IPv4 leads over IPv6 again. */
interface Back {
  readonly url: string
  readonly port: number
  /** Whether its port is known to be dead over IPv6. */
  readonly isDead: boolean
}

/** Returns where redirects of IPv4 lead back to IPv6; null if nowhere. The addresses of another host are not known: it may have IPv4 alone. */
export function backTo(name: string, { facts: { tls } }: Sight, { facts: { http } }: Sight): Back | null {
  const urls = http ? followedBy(http) : []
  const own = urls.find((url) => URL.canParse(url) && new URL(url).hostname === name)
  const url = own ?? urls[0]
  if (url === undefined) return null
  const port = portOf(url) ?? 80
  const isSeenDead = tls?.outcome === 'refused' || tls?.outcome === 'silent' || tls?.outcome === 'unreachable'
  return { url, port, isDead: own !== undefined && (port === 80 || isSeenDead) }
}

/** Returns the URLs to which redirects led. */
function followedBy({ url, redirects, stopped }: HttpFacts): string[] {
  const [, ...later] = [...redirects.map((redirect) => redirect.url), ...(stopped === null ? [url] : [])]
  return later
}
