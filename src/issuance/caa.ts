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
