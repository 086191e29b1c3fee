import { type Certificate, isFor } from '../../net/tls/certificate.ts'
import type { TlsInspection } from '../../net/tls/index.ts'
import { OLD_PROTOCOLS } from '../../net/tls/suites.ts'
import { anchorsWith, judgeTrust } from '../../net/tls/trust.ts'

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
export type TlsProblem = (typeof TLS_PROBLEMS)[number]

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
