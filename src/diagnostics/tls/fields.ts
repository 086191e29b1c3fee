import { Type } from '@sinclair/typebox'
import { foreign, omitted, oneOf, orNull } from '../../contract/schema.ts'
import { type Budget, bytesInAnswer, cut } from '../../net/budget.ts'
import { LAYERS } from '../../net/findings.ts'
import type { Certificate, DistinguishedName } from '../../net/tls/certificate.ts'
import { TLS_OUTCOMES, type TlsInspection } from '../../net/tls/index.ts'
import { CHAIN_ISSUES } from '../../net/tls/trust.ts'
import { TLS_PROBLEMS, type Verdict } from './verdict.ts'

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
