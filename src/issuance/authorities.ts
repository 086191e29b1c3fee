import type { Locale } from '../contract/text.ts'
import type { DnsProvider } from './dns-provider.ts'
import type { Facts } from './facts.ts'
import type { Method } from './fields.ts'

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

/** The web server that answers on port 80: "none" if nothing does, so that a client may listen itself. */
export type WebServer = 'nginx' | 'apache' | 'caddy' | 'other' | 'none'

/** An order for a certificate, with everything that its lines need. */
export interface Order {
  /** The name in ASCII, with its wildcard. */
  readonly domain: string
  readonly method: Method
  readonly webServer: WebServer
  readonly authority: Authority
  /** The service that serves the zone, as far as the challenge is written there; null if it is not known. */
  readonly provider: DnsProvider | null
  /** The other method that Caddy would try by itself, although it would fail. */
  readonly without: 'http-01' | 'tls-alpn-01' | null
  /** Whether it is not certain that the certificate comes, so that a rehearsal is better first. */
  readonly isRehearsal: boolean
  readonly locale: Locale
}

/** Returns the web server that answers on port 80, as it says itself. */
export function webServerOf({ addresses }: Pick<Facts, 'addresses'>): WebServer {
  const answers = addresses.flatMap(({ http }) => (http?.outcome === 'response' && http.proof !== 'proven' ? [http] : []))
  if (answers.length === 0) return 'none'
  const words = answers.map(({ server }) => server?.toLowerCase() ?? '').join(' ')
  return (['nginx', 'apache', 'caddy'] as const).find((one) => words.includes(one)) ?? 'other'
}
