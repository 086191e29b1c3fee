import { escapeName } from '../../net/tls/certificate.ts'
import { listNames } from '../../net/tls/general-name.ts'

interface ShownTls {
  host: string
  port: number
  address: string | null
  outcome: string
  reason: string | null
  valid: boolean
  problems: readonly string[]
  certificate: {
    subject: Name
    issuer: Name
    san: readonly string[]
    omitted: number
    validFrom: string
    validTo: string
    daysRemaining: number
    serialNumber: string
    fingerprintSha256: string
    keyType: string
    keyBits: number | null
    signatureAlgorithm: string
  } | null
  chain: readonly { subject: string; issuer: string; validTo: string }[]
  omitted: number
  chainIssue: string | null
  protocol: string | null
  cipher: string | null
  alpn: string | null
  keyExchange: string | null
  ocspStapled: boolean | null
  supportedProtocols: readonly { name: string; supported: boolean | null }[]
}

interface Name {
  commonName: string | null
  organization: string | null
  country: string | null
}

const RULE = '---'

/** Prints a connection as `openssl s_client` does. */
export function printTls(answer: ShownTls): string {
  const { host, address, port, outcome, reason } = answer
  const bracketed = (text: string) => (text.includes(':') ? `[${text}]` : text)
  const lines = [
    `Connecting to ${bracketed(address ?? host)}`,
    ...(outcome === 'handshake'
      ? [`CONNECTED, ${bracketed(host)}:${port}`, RULE, ...certificateLines(answer), RULE, ...sessionLines(answer)]
      : [`${outcome}: ${reason}`]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function certificateLines({ chain, omitted, chainIssue, certificate }: ShownTls): string[] {
  return [
    `Certificate chain${chainIssue === null || chainIssue === 'none' ? '' : ` (${chainIssue})`}`,
    ...chain.flatMap(({ subject, issuer, validTo }, index) => [
      `${String(index).padStart(2)} s:${subject}`,
      `   i:${issuer}`,
      `   v:NotAfter: ${validTo}`,
    ]),
    ...(omitted === 0 ? [] : [`   (${omitted} more)`]),
    RULE,
    'Server certificate',
    ...(certificate
      ? [
          `subject=${nameText(certificate.subject)}`,
          `issuer=${nameText(certificate.issuer)}`,
          `serial=${certificate.serialNumber}`,
          `notBefore=${certificate.validFrom}`,
          `notAfter=${certificate.validTo} (${certificate.daysRemaining} days)`,
          `Subject Alternative Name: ${listNames(certificate.san) || '-'}${certificate.omitted === 0 ? '' : ` (${certificate.omitted} more)`}`,
          `Signature Algorithm: ${certificate.signatureAlgorithm}`,
          `sha256 Fingerprint=${certificate.fingerprintSha256}`,
        ]
      : ['-']),
  ]
}

function sessionLines({ certificate, valid, problems, ...answer }: ShownTls): string[] {
  const supported = (wanted: boolean | null) =>
    answer.supportedProtocols.filter((one) => one.supported === wanted).map(({ name }) => name)
  const [yes, unknown] = [supported(true), supported(null)]
  return [
    `New, ${answer.protocol}, Cipher is ${answer.cipher}`,
    `Server public key: ${certificate ? [certificate.keyType, certificate.keyBits].filter((part) => part !== null).join(' ') : '-'}`,
    `Key exchange: ${answer.keyExchange ?? '-'}`,
    `ALPN protocol: ${answer.alpn ?? '-'}`,
    `OCSP response: ${answer.ocspStapled === null ? '-' : answer.ocspStapled ? 'stapled' : 'no response sent'}`,
    `Protocols: ${yes.join(', ') || '-'}${unknown.length > 0 ? `; not known: ${unknown.join(', ')}` : ''}`,
    `Verify: ${valid ? 'OK' : 'FAILED'}${problems.length > 0 ? ` (${problems.join(', ')})` : ''}`,
  ]
}

function nameText({ commonName, organization, country }: Name): string {
  const parts: [string, string | null][] = [
    ['C', country],
    ['O', organization],
    ['CN', commonName],
  ]
  return parts.flatMap(([name, value]) => (value ? [`${name}=${escapeName(value)}`] : [])).join(', ')
}
