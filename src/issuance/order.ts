import type { Locale } from '../contract/text.ts'
import type { Authority } from './authorities.ts'
import type { DnsProvider } from './dns-provider.ts'
import type { Facts } from './facts.ts'
import type { Method } from './fields.ts'

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
