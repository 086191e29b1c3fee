import { type CaaFacts, type CaaRecord, type Facts, nameOf, type Subject } from './facts.ts'
import type { Method } from './fields.ts'
import { ofName, type Problem } from './judging/sight.ts'

type CaaPolicy = ReturnType<typeof readCaa>

/** An authority that a record allows, and its restrictions (RFC 8657). */
export interface Issuer {
  /** As it is written: Let's Encrypt does not find itself in `LetsEncrypt.org`. */
  readonly domain: string
  /** Null if any method will do. */
  readonly methods: readonly string[] | null
  readonly account: string | null
}

/** The tags that authorities for servers know, those for other certificates included. Critical or not, these last restrict nothing. */
const KNOWN_TAGS = ['issue', 'issuewild', 'iodef', 'issuemail', 'issuevmc']
/** The bit for "critical", and the one that is often set in its place: Let's Encrypt takes both for it. */
const CRITICAL = 128 | 1

/** Returns the meaning of the CAA records that count for a name (RFC 8659, RFC 8657); `issuers`: null if no record restricts them, empty if nobody may. */
export function readCaa({ found, records }: CaaFacts) {
  const issue = issuersOf(records, 'issue')
  const isUnknown = ({ flags, tag }: CaaRecord) => (flags & CRITICAL) !== 0 && !KNOWN_TAGS.includes(tag.toLowerCase())
  return {
    found,
    issuers: issue,
    wildcardIssuers: issuersOf(records, 'issuewild') ?? issue,
    /** Tags of critical records that authorities do not know. */
    unknownCritical: [...new Set(records.filter(isUnknown).map(({ tag }) => tag.toLowerCase()))],
  }
}

/** Returns the authorities that may issue for a name; null if all may. */
export function issuersFor(
  { issuers, wildcardIssuers }: CaaPolicy,
  { wildcard }: Pick<Subject, 'wildcard'>,
): CaaPolicy['issuers'] {
  return wildcard ? wildcardIssuers : issuers
}

/** Returns the authorities that the records with a tag allow; null without such records. One that is malformed allows nobody. */
function issuersOf(records: readonly CaaRecord[], tag: string): Issuer[] | null {
  const tagged = records.filter((record) => record.tag.toLowerCase() === tag)
  return tagged.length === 0 ? null : tagged.map(({ value }) => issuerOf(value)).filter((issuer) => issuer !== null)
}

const DOMAIN_MAX = 253
const DOMAIN = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i
/** Authorities refuse a tag with a hyphen at its ends, and Let's Encrypt any hyphen at all. */
const PARAMETER = /^[ \t]*([a-z\d]+)[ \t]*=[ \t]*([!-:<-~]*)[ \t]*$/i
const METHOD = /^[a-z\d-]+$/i

/** Returns the authority in the value of a record; null if it names none, is malformed, or restricts in a way that nobody meets. */
function issuerOf(value: string): Issuer | null {
  const [domain = '', ...rest] = value.split(';').map((part) => part.trim())
  if (domain.length > DOMAIN_MAX || !DOMAIN.test(domain)) return null
  // A semicolon with nothing behind it is as good as none.
  const parameters = (rest.length === 1 && rest[0] === '' ? [] : rest).map((part) => PARAMETER.exec(part))
  const pairs = parameters.flatMap((match) => (match ? [[match[1] ?? '', match[2] ?? ''] as const] : []))
  if (pairs.length < parameters.length) return null
  const [accounts, methods] = ['accounturi', 'validationmethods'].map((name) => valuesOf(pairs, name))
  const named = methods?.[0]?.split(',') ?? null
  const isOnce = [accounts, methods].every((values) => (values?.length ?? 0) < 2)
  const isMet = isOnce && accounts?.[0] !== '' && (named ?? []).every((method) => METHOD.test(method))
  return isMet ? { domain, methods: named, account: accounts?.[0] ?? null } : null
}

function valuesOf(pairs: readonly (readonly [tag: string, value: string])[], name: string): string[] {
  return pairs.filter(([tag]) => tag === name).map(([, value]) => value)
}

/** An authority from which anybody can order by ACME. */
export interface Authority {
  /** Its name in CAA records. */
  readonly domain: string
  readonly name: string
  /** The directory to order from (RFC 8555, section 7.1.1). */
  readonly directory: string
}

/**
 * The authorities that this server knows to speak ACME in public, the largest first. Each but the first wants an account that is bound to a
 * customer (RFC 8555, section 7.3.4). ZeroSSL goes by the name of Sectigo, which signs for it.
 */
export const AUTHORITIES: readonly [Authority, ...Authority[]] = [
  { domain: 'letsencrypt.org', name: 'Let’s Encrypt', directory: 'https://acme-v02.api.letsencrypt.org/directory' },
  { domain: 'sectigo.com', name: 'ZeroSSL', directory: 'https://acme.zerossl.com/v2/DV90' },
  { domain: 'pki.goog', name: 'Google Trust Services', directory: 'https://dv.acme-v02.api.pki.goog/directory' },
  { domain: 'ssl.com', name: 'SSL.com', directory: 'https://acme.ssl.com/sslcom-dv-ecc' },
  { domain: 'actalis.it', name: 'Actalis', directory: 'https://acme-api.actalis.com/acme/directory' },
  { domain: 'globalsign.com', name: 'GlobalSign', directory: 'https://emea.acme.atlas.globalsign.com/directory' },
  { domain: 'digicert.com', name: 'DigiCert', directory: 'https://one.digicert.com/mpki/api/v1/acme/v2/directory' },
]

/** The authority whose rules a verdict follows where nothing says otherwise. */
export const LARGEST = AUTHORITIES[0].domain

/** Returns the authority to order from where records restrict them: the first that is known and named; null if none is. */
export function authorityAmong(domains: readonly string[]): Authority | null {
  return AUTHORITIES.find(({ domain }) => domains.includes(domain)) ?? null
}

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
