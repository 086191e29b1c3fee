import type { CaaFacts, CaaRecord, Subject } from './facts.ts'

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
