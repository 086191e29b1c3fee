import { AUTHORITIES, authorityAmong, type Issuer, issuersFor, LARGEST, readCaa } from '../caa.ts'
import { type Facts, nameOf } from '../facts.ts'
import type { Method } from '../fields.ts'
import { ofName, type Problem } from './sight.ts'

/** Returns what CAA records forbid to a method (RFC 8659; RFC 8657 for methods and accounts). */
export function problemsOfCaa({ subject, dns }: Pick<Facts, 'subject' | 'dns'>, method: Method): Problem[] {
  if (dns.caa === null || dns.caa.failed) return []
  const policy = readCaa(dns.caa)
  const found = policy.found ?? subject.ascii
  if (policy.unknownCritical.length > 0) {
    return [ofName('caa-critical-unknown', 'error', { found, tags: policy.unknownCritical.join(', ') })]
  }
  // An authority reads all of them, and each may allow or forbid.
  if (dns.caa.isPartial) return [ofName('dns-failed', 'unclear', { type: 'CAA', name: found, status: 'too-many' })]
  const issuers = issuersFor(policy, subject)
  const isOfWildcards = subject.wildcard && dns.caa.records.some(({ tag }) => tag.toLowerCase() === 'issuewild')
  return issuers === null ? [] : problemsOfIssuers(issuers, method, { found, isOfWildcards, name: nameOf(subject) })
}

type Restricting = 'caa-forbids' | 'caa-wildcard'

/** The records that forbid, and the name that they are about. */
interface CaaRestriction {
  readonly found: string
  readonly isOfWildcards: boolean
  readonly name: string
}

function problemsOfIssuers(
  issuers: readonly Issuer[],
  method: Method,
  { found, isOfWildcards, name }: CaaRestriction,
): Problem[] {
  const code = isOfWildcards ? 'caa-wildcard' : 'caa-forbids'
  const slots = { found, name, issuers: domainsOf(issuers).join(', '), authority: '' }
  if (issuers.length === 0) return [ofName(code, 'error', { ...slots, kind: 'nobody' })]
  const known = issuers.filter(({ domain }) => AUTHORITIES.some((authority) => authority.domain === domain))
  if (known.length === 0) return [ofName(code, 'error', slots)]
  const allowing = known.filter(({ methods }) => methods === null || methods.includes(method))
  const chosen = authorityAmong(domainsOf(allowing))
  if (chosen === null) return [ofName('caa-method', 'error', { found, ...restrictionOf(known, code) })]
  const authority = chosen.domain
  const bound = allowing.filter(({ domain }) => domain === authority)
  return [
    ...(authority === LARGEST ? [] : [otherOf(code, known, { ...slots, authority })]),
    ...(bound.every(({ account }) => account !== null)
      ? [ofName('caa-account', 'warning', { found, issuer: authority, account: bound[0]?.account ?? '' })]
      : []),
  ]
}

/** Returns the warning that the largest authority may not issue, or not by this method, and another may. */
function otherOf(code: Restricting, known: readonly Issuer[], slots: { found: string; authority: string }): Problem {
  const largest = known.filter(({ domain }) => domain === LARGEST)
  if (largest.length === 0) return ofName(code, 'warning', { ...slots, kind: 'other' })
  return ofName('caa-method', 'warning', {
    found: slots.found,
    authority: slots.authority,
    ...restrictionOf(largest, code),
  })
}

/** Returns the methods, and the account if there is but one way, that records leave to an authority, and the tag of these records. */
function restrictionOf(issuers: readonly Issuer[], code: Restricting) {
  const issuer = authorityAmong(domainsOf(issuers))?.domain ?? ''
  const own = issuers.filter(({ domain }) => domain === issuer)
  const methods = own.flatMap((one) => one.methods ?? [])
  return {
    tag: code === 'caa-wildcard' ? 'issuewild' : 'issue',
    issuer,
    methods: [...new Set(methods)].join(', '),
    account: own.every(({ account }) => account !== null) ? (own[0]?.account ?? '') : '',
  }
}

function domainsOf(issuers: readonly Issuer[]): string[] {
  return [...new Set(issuers.map(({ domain }) => domain))]
}
