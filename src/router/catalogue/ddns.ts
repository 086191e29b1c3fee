import type { DdnsService } from './ddns-schema.ts'
import type { Catalogue } from './index.ts'

const BY_SUFFIX = new WeakMap<Catalogue['ddns'], ReadonlyMap<string, DdnsService>>()

/** Returns the dynamic DNS service that a host name belongs to, by the longest of its domains; null for a name in a zone of one's own. */
export function ddnsServiceOf(hostname: string, { ddns }: Pick<Catalogue, 'ddns'>): DdnsService | null {
  const known = BY_SUFFIX.get(ddns) ?? bySuffix(ddns)
  BY_SUFFIX.set(ddns, known)
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  for (let first = 1; first < labels.length; first++) {
    const found = known.get(labels.slice(first).join('.'))
    if (found) return found
  }
  return null
}

/** Returns the services by their domains. Of two services with the same domain the first one has it: that of the operator. */
function bySuffix(ddns: Catalogue['ddns']): Map<string, DdnsService> {
  return new Map(ddns.toReversed().flatMap((service) => service.suffixes.map((suffix) => [suffix, service] as const)))
}
