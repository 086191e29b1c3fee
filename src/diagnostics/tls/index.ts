/** The check of a TLS service: its certificates judged, the result with its fields, and that result as it is drawn. */
import { type Static, type TObject, Type } from '@sinclair/typebox'
import { type Block, type BlockOf, facts, type Mark } from '../../contract/blocks.ts'
import { foreign, omitted, oneOf, orNull } from '../../contract/schema.ts'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import { type Budget, bytesInAnswer, cut } from '../../net/budget.ts'
import { LAYERS } from '../../net/findings.ts'
import { type Certificate, type DistinguishedName, isFor } from '../../net/tls/certificate.ts'
import { listNames } from '../../net/tls/general-name.ts'
import { TLS_OUTCOMES, type TlsInspection } from '../../net/tls/index.ts'
import { OLD_PROTOCOLS } from '../../net/tls/suites.ts'
import { anchorsWith, CHAIN_ISSUES, judgeTrust } from '../../net/tls/trust.ts'
import { tlsText } from '../told.text.ts'

export { listNames } from '../../net/tls/general-name.ts'
export type { TlsInspection } from '../../net/tls/index.ts'
export { OLD_PROTOCOLS } from '../../net/tls/suites.ts'

export const TLS_PROBLEMS = [
  'expired',
  'not-yet-valid',
  'hostname-mismatch',
  'self-signed',
  'untrusted-root',
  'incomplete-chain',
  'invalid-issuer',
  'wrong-purpose',
  'weak-key',
  'weak-signature',
  'weak-protocol',
  'expires-soon',
] as const
type TlsProblem = (typeof TLS_PROBLEMS)[number]

export type Verdict = NonNullable<ReturnType<typeof judgeCertificates>>

const DAY_MS = 86_400_000
const SOON_PERCENT = 90
const RSA_BITS_MIN = 2048
const EC_BITS_MIN = 256
/** MD2, MD4, MD5 or SHA-1 with RSA, DSA or ECDSA. */
const WEAK_SIGNATURES = [
  '1.2.840.113549.1.1.2',
  '1.2.840.113549.1.1.3',
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.3.14.3.2.29',
  '1.2.840.10040.4.3',
  '1.2.840.10045.4.1',
]

/**
 * Judges the certificates of an inspection, of which `leaf` is the server's own, for a host and at a given time; null if there are none.
 * `issuerUrl` is the address of the certificate that the server does not send, where it is known; `daysRemaining` is negative after the end.
 */
export function judgeCertificates(
  { received, protocol, roots }: TlsInspection,
  host: { readonly host: string; readonly isAddress: boolean },
  now: Date,
) {
  const [leaf, ...rest] = received
  if (!leaf) return null
  const trust = judgeTrust([leaf, ...rest], anchorsWith(roots), now)
  const hostnameMatch = isFor(leaf, host.host, host.isAddress)
  const { dates, usedPercent, daysRemaining } = lifetimeOf(leaf, now)
  const { weakKeys, weakSignatures } = weaknessesOf(leaf, trust.path)
  const defect = (why: string) => trust.defects.some((one) => one.why === why)
  const holds: Record<TlsProblem, boolean> = {
    expired: dates === 'expired' || defect('expired'),
    'not-yet-valid': dates === 'not-yet-valid' || defect('not-yet-valid'),
    'hostname-mismatch': !hostnameMatch,
    'self-signed': trust.issue === 'self-signed',
    'untrusted-root': trust.issue === 'untrusted-root',
    'incomplete-chain': trust.issue === 'incomplete',
    'invalid-issuer': defect('invalid-issuer'),
    'wrong-purpose': defect('wrong-purpose'),
    'weak-key': weakKeys.length > 0,
    'weak-signature': weakSignatures.length > 0,
    'weak-protocol': OLD_PROTOCOLS.includes(protocol ?? ''),
    'expires-soon': dates === null && usedPercent > SOON_PERCENT,
  }
  return {
    leaf,
    valid: dates === null && hostnameMatch && trust.trusted,
    dates,
    hostnameMatch,
    trust,
    issuerUrl: trust.issue === 'incomplete' ? (trust.path.at(-1) ?? leaf).issuerUrl : null,
    problems: TLS_PROBLEMS.filter((problem) => holds[problem]),
    daysRemaining,
    lifetimeUsedPercent: Math.round(usedPercent * 10) / 10,
    weakKeys,
    weakSignatures,
  }
}

function weaknessesOf(leaf: Certificate, path: readonly Certificate[]) {
  // Clients do not check the signature of a root, or of any certificate that signed itself.
  const vouchedFor = path.filter(({ isSelfIssued }) => !isSelfIssued)
  return {
    weakKeys: [leaf, ...vouchedFor.filter((one) => one !== leaf)].filter(isWeakKey),
    weakSignatures: vouchedFor.filter(({ signatureOid }) => WEAK_SIGNATURES.includes(signatureOid)),
  }
}

function lifetimeOf({ validFrom, validTo }: Certificate, now: Date) {
  const [from, to, at] = [validFrom.getTime(), validTo.getTime(), now.getTime()]
  return {
    dates: at > to ? ('expired' as const) : at < from ? ('not-yet-valid' as const) : null,
    usedPercent: Math.min(100, Math.max(0, ((at - from) / Math.max(1, to - from)) * 100)),
    daysRemaining: Math.floor((to - at) / DAY_MS),
  }
}

function isWeakKey({ key: { type, bits } }: Certificate): boolean {
  if (bits === null) return false
  return type.startsWith('rsa') || type === 'dsa' ? bits < RSA_BITS_MIN : type === 'ec' && bits < EC_BITS_MIN
}

/** The most characters of an attribute shown. X.520 limits each to 64. */
const ATTRIBUTE_LENGTH_MAX = 1024

const NAME = Type.Object({
  commonName: orNull(Type.String()),
  organization: orNull(Type.String()),
  country: orNull(Type.String()),
})

const TIME = Type.String({ description: 'ISO 8601 in UTC; a year before 0 or after 9999 has a sign and six digits' })

/** The result of ssl-check, without its guidance. */
export const TLS_FIELDS = {
  address: orNull(Type.String()),
  outcome: oneOf(...TLS_OUTCOMES),
  reason: orNull(Type.String()),
  failedLayer: orNull(oneOf(...LAYERS)),
  valid: orNull(Type.Boolean()),
  problems: Type.Array(oneOf(...TLS_PROBLEMS)),
  trusted: orNull(Type.Boolean()),
  hostnameMatch: orNull(Type.Boolean()),
  certificate: orNull(
    Type.Object({
      subject: foreign(NAME),
      issuer: foreign(NAME),
      san: foreign(Type.Array(Type.String())),
      omitted: omitted('alternative names'),
      validFrom: TIME,
      validTo: TIME,
      daysRemaining: Type.Integer(),
      lifetimeUsedPercent: Type.Number(),
      serialNumber: Type.String(),
      fingerprintSha256: Type.String(),
      keyType: Type.String(),
      keyBits: orNull(Type.Integer()),
      signatureAlgorithm: Type.String(),
    }),
  ),
  chain: Type.Array(
    Type.Object({
      subject: foreign(Type.String()),
      issuer: foreign(Type.String()),
      validTo: TIME,
      fingerprintSha256: Type.String(),
    }),
  ),
  omitted: omitted('certificates'),
  chainIssue: orNull(oneOf(...CHAIN_ISSUES)),
  issuerUrl: orNull(foreign(Type.String({ description: 'where the certificate is that the server does not send' }))),
  protocol: orNull(Type.String()),
  cipher: orNull(Type.String()),
  alpn: orNull(Type.String()),
  keyExchange: orNull(Type.String()),
  ocspStapled: orNull(Type.Boolean()),
  supportedProtocols: Type.Array(Type.Object({ name: Type.String(), supported: orNull(Type.Boolean()) })),
}

/** Returns an inspection as a result shows it. Items that do not fit an answer are left out and counted. */
export function showTls(inspection: TlsInspection, verdict: Verdict | null, budget: Budget) {
  const { address, outcome, reason, failedLayer, received, supportedProtocols, roots: _, ...session } = inspection
  // A server that could not be asked is not known to have a bad certificate.
  const none = failedLayer === 'local' ? null : false
  const chain = budget.show(received, (one) => bytesInAnswer(showLink(one)))
  return {
    address,
    outcome,
    reason,
    failedLayer,
    valid: verdict?.valid ?? none,
    problems: [...(verdict?.problems ?? [])],
    trusted: verdict?.trust.trusted ?? none,
    hostnameMatch: verdict?.hostnameMatch ?? none,
    certificate: verdict && showCertificate(verdict, budget),
    chain: chain.items.map(showLink),
    omitted: chain.omitted,
    chainIssue: verdict?.trust.issue ?? null,
    issuerUrl: verdict?.issuerUrl ?? null,
    ...session,
    supportedProtocols: supportedProtocols.map(({ name, supported }) => ({ name, supported })),
  }
}

function showLink({ subject, issuer, validTo, fingerprint }: Certificate) {
  return {
    subject: cut(subject.text),
    issuer: cut(issuer.text),
    validTo: validTo.toISOString(),
    fingerprintSha256: fingerprint,
  }
}

function showCertificate({ leaf, daysRemaining, lifetimeUsedPercent }: Verdict, budget: Budget) {
  const { subject, issuer, san, validFrom, validTo, serialNumber, fingerprint, key, signatureAlgorithm } = leaf
  const names = budget.show(san, ({ value }) => bytesInAnswer(cut(value)))
  return {
    subject: showName(subject),
    issuer: showName(issuer),
    san: names.items.map(({ value }) => cut(value)),
    omitted: names.omitted,
    validFrom: validFrom.toISOString(),
    validTo: validTo.toISOString(),
    daysRemaining,
    lifetimeUsedPercent,
    serialNumber: cut(serialNumber, ATTRIBUTE_LENGTH_MAX),
    fingerprintSha256: fingerprint,
    keyType: key.type,
    keyBits: key.bits,
    signatureAlgorithm: cut(signatureAlgorithm, ATTRIBUTE_LENGTH_MAX),
  }
}

function showName({ commonName, organization, country }: DistinguishedName) {
  const short = (value: string | null) => value && cut(value, ATTRIBUTE_LENGTH_MAX)
  return { commonName: short(commonName), organization: short(organization), country: short(country) }
}

type Words = Say<typeof tlsText.en>
type ShownTls = Static<TObject<typeof TLS_FIELDS>> & { readonly host: string; readonly port: number }

/** Draws a certificate, its life, its chain with each problem at the certificate that has it, and the versions of TLS. */
export function tlsTold(answer: ShownTls, locale: Locale): readonly (Block | null)[] {
  const say = sayIn(tlsText, locale)
  const { certificate, outcome, reason, omitted, protocol, supportedProtocols, ocspStapled } = answer
  const more = (count: number) => (count > 0 ? [say('more', { count })] : [])
  // Where no handshake was possible, nothing is known of any version.
  const versions = supportedProtocols.some(({ supported }) => supported !== null) ? supportedProtocols : []
  return [
    facts([
      [say('why'), outcome === 'handshake' ? null : say(outcome, { reason: reason ?? outcome })],
      [say('server'), `${answer.host}:${answer.port}`],
      [say('address'), answer.address],
      [say('names'), certificate && namesIn(certificate.san, [...more(certificate.omitted)], say)],
      [say('key'), certificate && [certificate.keyType.toUpperCase(), certificate.keyBits].filter(Boolean).join(' ')],
    ]),
    certificate && lifeTold(certificate, answer.problems, say),
    { kind: 'chain', title: say('chain'), links: linksOf(answer, say) },
    omitted > 0 ? { kind: 'note', text: say('more', { count: omitted }) } : null,
    facts(
      versions.map(({ name, supported }) => {
        const said = supported === null ? say('not-known') : say(supported ? 'supported' : 'not-supported')
        return [name, name === protocol ? `${said} (${say('used')})` : said]
      }),
      { title: say('versions') },
    ),
    facts(
      [
        [say('cipher'), answer.cipher],
        [say('exchange'), answer.keyExchange],
        ['ALPN', answer.alpn],
        ['OCSP', ocspStapled === null ? null : say(ocspStapled ? 'stapled' : 'not-stapled')],
        [say('signature'), certificate?.signatureAlgorithm],
        [say('serial'), certificate?.serialNumber],
        [say('fingerprint'), certificate?.fingerprintSha256],
      ],
      { more: true },
    ),
  ]
}

function namesIn(names: readonly string[], more: readonly string[], say: Words): readonly string[] {
  return names.length + more.length === 0 ? [say('none')] : [...names.map((name) => listNames([name])), ...more]
}

/** Draws how much of its life a certificate has behind it. */
function lifeTold(
  { daysRemaining, lifetimeUsedPercent, validFrom, validTo }: NonNullable<ShownTls['certificate']>,
  problems: readonly TlsProblem[],
  say: Words,
): Block {
  const isOver = daysRemaining < 0
  const mark: Mark | null = isOver || problems.includes('expired') ? 'bad' : problems.includes('expires-soon') ? 'unknown' : null
  const bar = {
    label: say(isOver ? 'days-over' : 'days-left'),
    value: lifetimeUsedPercent,
    text: String(Math.abs(daysRemaining)),
    mark,
  }
  return { kind: 'bars', from: 0, to: 100, ends: [dayOf(validFrom), dayOf(validTo)], bars: [bar] }
}

/** Returns the day of a time; a year before 0 or after 9999 is longer. */
function dayOf(time: string): string {
  return time.split('T')[0] ?? time
}

/** Problems shown at the end of the chain, since they are about its issuer; all others are about the server's own certificate. */
const AT_THE_END: readonly TlsProblem[] = ['untrusted-root', 'invalid-issuer']

/** Returns the certificates in the order in which they came, and the one that should have come where it is missing. */
function linksOf({ chain, problems, issuerUrl }: ShownTls, say: Words): BlockOf<'chain'>['links'] {
  const broken = chain.findIndex(({ issuer }, index) => chain[index + 1]?.subject !== issuer)
  const end = broken === -1 ? chain.length - 1 : broken
  const isMissing = problems.includes('incomplete-chain')
  return chain.flatMap(({ subject, issuer, validTo }, index) => {
    const own = problems.filter((one) => one !== 'incomplete-chain' && index === (AT_THE_END.includes(one) ? end : 0))
    const stray = index > end ? [say('stray')] : []
    const notes = [say('issued', { issuer: nameIn(issuer), date: dayOf(validTo) })]
    const badges = [...own.map((problem) => say(`problem.${problem}`)), ...stray]
    const link = { name: nameIn(subject), notes, badges, mark: own.length > 0 ? ('bad' as const) : null }
    const at = issuerUrl === null ? [] : [issuerUrl]
    const missing = { name: nameIn(issuer), notes: at, badges: [say('problem.incomplete-chain')], mark: 'bad' as const }
    return index === end && isMissing ? [link, missing] : [link]
  })
}

/** Returns the common name in a distinguished name, or all of it. */
function nameIn(distinguished: string): string {
  return /(?:^|[,/+]\s*)CN\s*=\s*([^,/+]+)/.exec(distinguished)?.[1] ?? distinguished
}
