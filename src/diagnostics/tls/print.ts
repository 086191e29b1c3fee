import type { Locale } from '../../contract/text.ts'
import { escapeName } from '../../net/tls/certificate.ts'
import type { TLS_OUTCOMES } from '../../net/tls/diagnosis.ts'
import { listNames } from '../../net/tls/general-name.ts'
import { printText } from './print.text.ts'

interface ShownTls {
  host: string
  port: number
  address: string | null
  outcome: (typeof TLS_OUTCOMES)[number]
  reason: string | null
  valid: boolean | null
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
export function printTls(answer: ShownTls, locale: Locale): string {
  const { host, address, port, outcome, reason } = answer
  const bracketed = (text: string) => (text.includes(':') ? `[${text}]` : text)
  const lines = [
    printText.say(locale, 'connecting', { address: bracketed(address ?? host) }),
    ...(outcome === 'handshake'
      ? [
          `CONNECTED, ${bracketed(host)}:${port}`,
          RULE,
          ...certificateLines(answer, locale),
          RULE,
          ...sessionLines(answer, locale),
        ]
      : [printText.say(locale, outcome, { reason: reason ?? outcome })]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function certificateLines({ chain, omitted, chainIssue, certificate }: ShownTls, locale: Locale): string[] {
  const more = (count: number) => (count === 0 ? '' : ` ${printText.say(locale, 'more', { count })}`)
  return [
    `Certificate chain${chainIssue === null || chainIssue === 'none' ? '' : ` (${chainIssue})`}`,
    ...chain.flatMap(({ subject, issuer, validTo }, index) => [
      `${String(index).padStart(2)} s:${subject}`,
      `   i:${issuer}`,
      `   v:NotAfter: ${validTo}`,
    ]),
    ...(omitted === 0 ? [] : [`  ${more(omitted)}`]),
    RULE,
    'Server certificate',
    ...(certificate
      ? [
          `subject=${nameText(certificate.subject)}`,
          `issuer=${nameText(certificate.issuer)}`,
          `serial=${certificate.serialNumber}`,
          `notBefore=${certificate.validFrom}`,
          `notAfter=${certificate.validTo} (${printText.say(locale, 'days', { count: certificate.daysRemaining })})`,
          `Subject Alternative Name: ${listNames(certificate.san) || '-'}${more(certificate.omitted)}`,
          `Signature Algorithm: ${certificate.signatureAlgorithm}`,
          `sha256 Fingerprint=${certificate.fingerprintSha256}`,
        ]
      : ['-']),
  ]
}

function sessionLines({ certificate, valid, problems, ...answer }: ShownTls, locale: Locale): string[] {
  const supported = (wanted: boolean | null) =>
    answer.supportedProtocols.filter((one) => one.supported === wanted).map(({ name }) => name)
  const [yes, unknown] = [supported(true), supported(null)]
  return [
    `New, ${answer.protocol}, Cipher is ${answer.cipher}`,
    `Server public key: ${certificate ? [certificate.keyType, certificate.keyBits].filter((part) => part !== null).join(' ') : '-'}`,
    `Key exchange: ${answer.keyExchange ?? '-'}`,
    `ALPN protocol: ${answer.alpn ?? '-'}`,
    `OCSP response: ${answer.ocspStapled === null ? '-' : printText.say(locale, answer.ocspStapled ? 'stapled' : 'not-stapled', {})}`,
    `Protocols: ${yes.join(', ') || '-'}${unknown.length > 0 ? `; ${printText.say(locale, 'unknown', { names: unknown.join(', ') })}` : ''}`,
    `Verify: ${problems.length === 0 && valid ? printText.say(locale, 'trusted', {}) : printText.say(locale, 'not-trusted', { problems: problems.join(', ') || '-' })}`,
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
