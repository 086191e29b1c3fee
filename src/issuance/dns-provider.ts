import type { Catalogue } from '../router/catalogue/index.ts'
import { ddnsServiceOf } from '../router/index.ts'
import { type DnsProvider, PROVIDERS } from './dns-provider-table.ts'

export type { DnsProvider }

/** Services whose customers may write challenges under a name that the service itself lends; others lend addresses alone. */
const LENDERS = ['duckdns', 'dynu', 'dynv6', 'desec', 'ddnss', 'ipv64', 'freemyip', 'dnshome', 'mydns-jp', 'dnsexit']

/**
 * Returns the provider in whose account the challenge of a name is written: by the dynamic DNS service that lent the name, otherwise by the
 * name servers of its zone. Null if they are unknown or of several providers, or if the service lets nobody write such records.
 */
export function dnsProviderOf(
  domain: string,
  servers: readonly string[],
  catalogue: Pick<Catalogue, 'ddns'>,
): DnsProvider | null {
  const lender = ddnsServiceOf(domain, catalogue)
  if (lender) return (LENDERS.includes(lender.id) && PROVIDERS.find(({ id }) => id === lender.id)) || null
  const [first = null, ...others] = servers.map(providerOfServer)
  return others.every((other) => other === first) ? first : null
}

/**
 * Returns whether a name was lent by a dynamic DNS service that is not known to let its customers write challenges. Some services make each
 * name a zone of its own, which is its owner's.
 */
export function isLentAlone(domain: string, apex: string, catalogue: Pick<Catalogue, 'ddns'>): boolean {
  const lender = ddnsServiceOf(domain, catalogue)
  return lender !== null && !LENDERS.includes(lender.id) && ddnsServiceOf(apex, catalogue) === null
}

function providerOfServer(server: string): DnsProvider | null {
  // Route 53 numbers the second label: ns-1.awsdns-2.co.uk.
  const host = `.${server
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/(?<=\.awsdns)-\d{1,3}(?=\.)/, '')}`
  return PROVIDERS.find(({ suffixes }) => suffixes.some((suffix) => host.endsWith(`.${suffix}`))) ?? null
}
