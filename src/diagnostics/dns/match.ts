import { type Answer, hasAnswer } from '../../net/dns/answer.ts'
import type { Dns } from '../../net/dns/index.ts'
import type { Address } from '../../policy/address.ts'
import type { QueryName } from '../../policy/target.ts'
import { compareResolvers, type Propagation, type ResolverAnswer } from './propagation.ts'

/**
 * "propagating": the zone names the requester, but some resolver does not. "proxied": all records belong to reverse proxies.
 * "other-family": the records, or the request, are of the other IP version, so there is nothing to compare.
 */
export const MATCH_VERDICTS = ['match', 'mismatch', 'propagating', 'proxied', 'unresolved', 'other-family'] as const
export type MatchVerdict = (typeof MATCH_VERDICTS)[number]

export type AddressType = 'A' | 'AAAA'

export interface Match {
  readonly verdict: MatchVerdict
  readonly compared: Propagation
  /** The answer of the zone's own servers; null if they could not be queried or did not answer. */
  readonly direct: Answer | null
  /** The answer that the verdict is based on: the zone's own, otherwise the first from a resolver; null if there is none. */
  readonly basis: Answer | null
  /** The resolvers that do not name the requester although the zone does. */
  readonly lagging: readonly ResolverAnswer[]
}

/** Compares the records of a name with the requester's address. */
export async function matchRequester(
  dns: Dns,
  hostname: QueryName,
  type: AddressType,
  requester: Address,
  isProxy: (address: string) => boolean,
): Promise<Match> {
  const compared = await compareResolvers(dns, hostname, type)
  const { authoritative, answers } = compared
  const direct = authoritative && hasAnswer(authoritative.answer) ? authoritative.answer : null
  const basis = direct ?? answers.find(({ answer }) => hasAnswer(answer))?.answer ?? null
  const lagging = answers.filter(
    ({ answer }) => answer.status === 'servfail' || (hasAnswer(answer) && !answer.values.includes(requester.text)),
  )
  const values = basis?.values ?? []
  const judge = async (): Promise<MatchVerdict> => {
    if (requester.version !== (type === 'A' ? 4 : 6)) return 'other-family'
    if (values.includes(requester.text)) return lagging.length === 0 ? 'match' : 'propagating'
    if (values.length > 0) return values.every(isProxy) ? 'proxied' : 'mismatch'
    const other = await dns.authoritative(hostname, type === 'A' ? 'AAAA' : 'A')
    return other && other.answer.values.length > 0 ? 'other-family' : 'unresolved'
  }
  return { verdict: await judge(), compared, direct, basis, lagging }
}
