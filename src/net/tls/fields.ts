import { Type } from '@sinclair/typebox'
import { oneOf, orNull } from '../../schema.ts'
import { LAYERS } from '../findings.ts'
import type { TlsInspection } from '../tls.ts'
import type { DistinguishedName } from './certificate.ts'
import { TLS_OUTCOMES } from './diagnosis.ts'
import { CHAIN_ISSUES } from './trust.ts'
import { TLS_PROBLEMS, type Verdict } from './verdict.ts'

const NAME = Type.Object({
  commonName: orNull(Type.String()),
  organization: orNull(Type.String()),
  country: orNull(Type.String()),
})

/** What ssl-check tells of a server, but for its guidance. */
export const TLS_FIELDS = {
  address: orNull(Type.String()),
  outcome: oneOf(...TLS_OUTCOMES),
  reason: orNull(Type.String()),
  failedLayer: orNull(oneOf(...LAYERS)),
  valid: Type.Boolean(),
  problems: Type.Array(oneOf(...TLS_PROBLEMS)),
  trusted: Type.Boolean(),
  hostnameMatch: Type.Boolean(),
  certificate: orNull(
    Type.Object({
      subject: NAME,
      issuer: NAME,
      san: Type.Array(Type.String()),
      validFrom: Type.String(),
      validTo: Type.String(),
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
    Type.Object({ subject: Type.String(), issuer: Type.String(), validTo: Type.String(), fingerprintSha256: Type.String() }),
  ),
  chainIssue: orNull(oneOf(...CHAIN_ISSUES)),
  protocol: orNull(Type.String()),
  cipher: orNull(Type.String()),
  alpn: orNull(Type.String()),
  keyExchange: orNull(Type.String()),
  ocspStapled: orNull(Type.Boolean()),
  supportedProtocols: Type.Array(Type.Object({ name: Type.String(), supported: orNull(Type.Boolean()) })),
}

export function showTls(inspection: TlsInspection, verdict: Verdict | null) {
  const { address, outcome, reason, failedLayer, received, supportedProtocols, ...session } = inspection
  return {
    address,
    outcome,
    reason,
    failedLayer,
    valid: verdict?.valid ?? false,
    problems: [...(verdict?.problems ?? [])],
    trusted: verdict?.trust.trusted ?? false,
    hostnameMatch: verdict?.hostnameMatch ?? false,
    certificate: verdict && showCertificate(verdict),
    chain: received.map(({ subject, issuer, validTo, fingerprint }) => ({
      subject: subject.text,
      issuer: issuer.text,
      validTo: validTo.toISOString(),
      fingerprintSha256: fingerprint,
    })),
    chainIssue: verdict?.trust.issue ?? null,
    ...session,
    supportedProtocols: supportedProtocols.map(({ name, supported }) => ({ name, supported })),
  }
}

function showCertificate({ leaf, daysRemaining, lifetimeUsedPercent }: Verdict) {
  const { x509, subject, issuer, san, validFrom, validTo, fingerprint, key, signatureAlgorithm } = leaf
  return {
    subject: showName(subject),
    issuer: showName(issuer),
    san: san.map(({ value }) => value),
    validFrom: validFrom.toISOString(),
    validTo: validTo.toISOString(),
    daysRemaining,
    lifetimeUsedPercent,
    serialNumber: x509.serialNumber,
    fingerprintSha256: fingerprint,
    keyType: key.type,
    keyBits: key.bits,
    signatureAlgorithm,
  }
}

function showName({ commonName, organization, country }: DistinguishedName) {
  return { commonName, organization, country }
}
