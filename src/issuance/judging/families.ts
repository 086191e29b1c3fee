import type { Facts } from '../facts.ts'
import { portOf } from './http.ts'
import type { Problem } from './problem.ts'
import { ofAddress, type Sight } from './sight.ts'

/**
 * Returns the problem of redirects over IPv4 where IPv6 is dead: an authority starts with IPv6 again at each redirect, and does not turn back
 * there. Null where no redirect leads to the name itself, or none to a port that is not known to be open.
 */
export function problemsOfRedirectedFamily({ subject }: Facts, ipv6: readonly Sight[], ipv4: readonly Sight[]): Problem[] | null {
  const [first] = ipv6
  const urls = ipv4.flatMap(({ facts: { http } }) =>
    http?.redirects.length ? [...http.redirects.slice(1).map(({ url }) => url), http.url] : [],
  )
  const own = urls.filter((url) => URL.canParse(url) && new URL(url).hostname === subject.ascii)
  const [url] = own.length > 0 ? own : urls
  if (first === undefined || url === undefined) return null
  const port = portOf(url) ?? 80
  // The address of another host may be IPv4 alone, and no order follows a redirect that is refused anyway.
  const isDead = own.length > 0 && ipv6.every(({ facts }) => isDeadAt(facts.tls?.outcome, port))
  return [ofAddress(first.facts, 'family-broken', isDead ? 'error' : 'unclear', { port, url, kind: 'ipv6-redirect' })]
}

/** Returns whether a port is dead where port 80 is: port 443 only if it was seen to be. */
function isDeadAt(tls: string | undefined, port: number): boolean {
  return port === 80 || tls === 'refused' || tls === 'silent' || tls === 'unreachable'
}
