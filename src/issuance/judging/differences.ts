import type { HttpFacts } from '../facts.ts'
import type { Problem } from './problem.ts'
import { ofAddress, type Sight } from './sight.ts'

/** Returns a problem if two addresses answer on port 80 as two servers do: the answer to a challenge may be at one of them alone. */
export function differenceOf(sights: readonly Sight[], severity: 'warning' | 'unclear'): Problem[] {
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
