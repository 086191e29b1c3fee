import type { Locale } from '../contract/text.ts'
import type { Authority } from './authorities.ts'
import type { DnsProvider } from './dns-provider.ts'
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
