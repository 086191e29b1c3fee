import type { Catalogue } from './index.ts'
import type { Isp } from './schema.ts'

/** The provider that announces a network; null if the catalogue does not have it, or if several share its number. */
export function providerOfNetwork(asn: number | null, { isps }: Catalogue): Isp | null {
  const [provider, another] = isps.filter(({ asns = [] }) => asn !== null && asns.includes(asn))
  return another ? null : (provider ?? null)
}
