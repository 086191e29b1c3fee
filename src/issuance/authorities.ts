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
