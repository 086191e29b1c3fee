import { type Static, type TObject, Type } from '@sinclair/typebox'
import { foreign, oneOf, orNull } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import type { IpData } from '../../ipdata/lookup.ts'
import type { Budget, Shortage } from '../../net/budget.ts'
import { hasAnswer } from '../../net/dns/answer.ts'
import type { Dns } from '../../net/dns/index.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import { isPrivateAddress } from '../../policy/admit.ts'
import { classify } from '../../policy/classify.ts'
import type { QueryName } from '../../policy/target.ts'
import { RESOLVER_ANSWERS, showAnswers, showAuthoritative, ZONE_ANSWER } from './fields.ts'
import { compareResolvers, PROPAGATION_VERDICTS } from './propagation.ts'

/**
 * "propagating": the zone names the requester, but some resolver does not. "proxied": all records belong to reverse proxies.
 * "other-family": the records, or the request, are of the other IP version, so there is nothing to compare.
 */
const MATCH_VERDICTS = ['match', 'mismatch', 'propagating', 'proxied', 'unresolved', 'other-family'] as const
type MatchVerdict = (typeof MATCH_VERDICTS)[number]

type AddressType = 'A' | 'AAAA'

export type NameMatch = Awaited<ReturnType<typeof matchRequester>>

/** Compares the records of a name with the requester's address. */
export async function matchRequester(
  dns: Dns,
  hostname: QueryName,
  type: AddressType,
  requester: Address,
  isProxy: (address: string) => boolean,
) {
  const compared = await compareResolvers(dns, hostname, type)
  const { authoritative, answers } = compared
  // The zone's own servers decide, where they answer, and otherwise the first resolver.
  const direct = authoritative && hasAnswer(authoritative.answer) ? authoritative.answer : null
  const basis = direct ?? answers.find(({ answer }) => hasAnswer(answer))?.answer ?? null
  // The resolvers that do not name the requester although the zone does.
  const lagging = answers.filter(
    ({ answer }) => answer.status === 'servfail' || (hasAnswer(answer) && !answer.values.includes(requester.text)),
  )
  const values = basis?.values ?? []
  const otherType = type === 'A' ? 'AAAA' : 'A'
  const isComparable = requester.version === (type === 'A' ? 4 : 6)
  const isNamed = values.includes(requester.text)
  const isAsked = isComparable && (isNamed || values.length === 0)
  const found = isAsked ? await dns.authoritative(hostname, otherType) : null
  const others = found?.answer.values ?? []
  const judge = (): MatchVerdict => {
    if (!isComparable) return 'other-family'
    if (isNamed) return lagging.length === 0 ? 'match' : 'propagating'
    if (values.length > 0) return values.every(isProxy) ? 'proxied' : 'mismatch'
    return others.length > 0 ? 'other-family' : 'unresolved'
  }
  // The records of the other IP version, where those that were compared are right.
  const other = isNamed && others.length > 0 && !others.some(isProxy) ? ({ type: otherType, values: others } as const) : null
  return { verdict: judge(), compared, direct, basis, lagging, other }
}

/** A name compared with the requester's address. */
export const MATCH_FIELDS = {
  directAnswer: Type.Object({ ...ZONE_ANSWER, nameserver: orNull(foreign(Type.String())) }),
  propagation: Type.Object({
    consistent: orNull(Type.Boolean()),
    verdict: oneOf(...PROPAGATION_VERDICTS),
    convergesBy: orNull(Type.String()),
    answers: RESOLVER_ANSWERS,
  }),
  verdict: oneOf(...MATCH_VERDICTS),
}
export type ShownMatch = Static<TObject<typeof MATCH_FIELDS>>

/** The stand-in for the zone's own answer where no server could be queried. */
const NO_NAME_SERVER = { status: 'error', failedLayer: 'dns', omitted: 0, ttl: null, nameserver: null } as const

function missingReason(budget: Budget): Shortage | 'no-name-server' {
  return budget.shortage ?? 'no-name-server'
}

export function showMatch({ verdict, compared }: NameMatch, budget: Budget, locale: Locale) {
  const { authoritative, consistent, convergesBy, answers } = compared
  return {
    directAnswer: authoritative
      ? showAuthoritative(authoritative, budget)
      : { ...NO_NAME_SERVER, reason: missingReason(budget), values: [] },
    propagation: {
      consistent,
      verdict: compared.verdict,
      convergesBy: convergesBy?.toISOString() ?? null,
      answers: showAnswers(answers, locale, budget),
    },
    verdict,
  }
}

/**
 * The reasons why a record holds an address that nobody outside can reach. `shared`: the dynamic DNS client published the router's internet
 * address, which the provider shares among customers; `private`: that address, or one of the device itself, is of a local network; `off`: the
 * service gives out such an address for a name that is switched off.
 */
type RecordClue = 'shared' | 'private' | 'off'

/** Returns the clue in the value of an A record; null for an address that can be reached, and for IPv6, which is not translated. */
export function clueIn(value: string): RecordClue | null {
  const address = parseAddress(value)
  if (address?.version !== 4) return null
  const { scope, block } = classify(address)
  if (scope === 'shared' || block?.name === 'service-continuity') return 'shared'
  if (scope === 'private' || scope === 'link-local') return 'private'
  return scope === 'loopback' || block?.name === 'this-network' ? 'off' : null
}

/** Returns the clue that all values of a record share, also over IPv6; null if one of them can be reached, or they tell different things. */
export function clueOf(values: readonly string[]): RecordClue | null {
  const clues = new Set(values.map((value) => clueIn(value) ?? (isPrivateAddress(value) ? 'private' : null)))
  const [only = null] = clues.size === 1 ? clues : []
  return only
}

/** The records of the IP version that the requester did not use; `isStale`: they certainly lead elsewhere. */
export interface OtherFamily {
  readonly type: AddressType
  readonly values: readonly string[]
  readonly isStale: boolean
}

const LOCAL: readonly string[] = ['private', 'shared', 'loopback', 'link-local']

/**
 * Judges the records beside those that were compared: they lead elsewhere if they are addresses of a local network, or of another network than
 * the requester's. Null if there are none, or if they are those of a proxy.
 */
export function otherFamilyOf(match: NameMatch, seen: Address, ipdata: Pick<IpData, 'network'>): OtherFamily | null {
  const { other } = match
  if (!other || other.values.length === 0) return null
  const { asn } = ipdata.network(seen)
  const isElsewhere = (value: string) => {
    const address = parseAddress(value)
    if (!address) return false
    if (LOCAL.includes(classify(address).scope)) return true
    const network = ipdata.network(address).asn
    return asn !== null && network !== null && network !== asn
  }
  return { ...other, isStale: other.values.every(isElsewhere) }
}
