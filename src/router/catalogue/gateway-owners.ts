import type { Catalogue } from './index.ts'
import type { Brand, Isp } from './schema.ts'

/** The owner of a box: the caller, the provider, or unknown. */
export type Side = 'personal' | 'isp' | 'none'

export function sideOf(brand: Brand | null): Side {
  if (!brand || brand.kind === 'generic') return 'none'
  return brand.kind === 'isp' ? 'isp' : 'personal'
}

export type Owner = ReturnType<typeof ownersOf>[number]

/** Returns the brands and providers whose boxes use an address, those first that come with it. */
export function ownersOf(address: string, { brands, isps }: Catalogue) {
  const byBrand = brands
    .filter((brand) => brand.kind !== 'generic' && brand.gateways.includes(address))
    .toSorted((one, other) => one.gateways.indexOf(address) - other.gateways.indexOf(address))
    .map((brand) => ({ side: sideOf(brand), brand, provider: isps.find(({ equipment }) => equipment === brand.id) ?? null }))
  const byProvider = isps
    .filter(({ gateways, equipment }) => gateways.includes(address) && !byBrand.some(({ brand }) => brand.id === equipment))
    .map((provider) => ({ side: 'isp' as const, brand: null, provider }))
  return [...byBrand, ...byProvider]
}

/** Returns the brand to which the network of an address belongs, that of the line's provider first; null if it is not one maker's. */
export function soleBrandAt(address: string, { brands }: Catalogue, provider: Isp | null): Brand | null {
  const isNear = (one: string) => inSame24(one, address)
  const near = brands.filter(({ soleGateways = [], gateways, id }) =>
    (id === provider?.equipment ? gateways : soleGateways).some(isNear),
  )
  const isSole = near.some(({ soleGateways = [] }) => soleGateways.some(isNear))
  return isSole ? (near.find(({ id }) => id === provider?.equipment) ?? near[0] ?? null) : null
}

/** Returns the addresses that routers in the catalogue use in the /24 of an address, the most common first. */
export function addressesIn(wan: string, { brands, isps }: Catalogue): string[] {
  const used = [...brands.filter(({ kind }) => kind !== 'generic'), ...isps].flatMap(({ gateways }) => gateways)
  const counts = new Map<string, number>()
  for (const one of used) if (inSame24(one, wan)) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).map(([address]) => address)
}

/** Returns whether two IPv4 addresses are in one /24, the usual size of a home network. */
export function inSame24(one: string, other: string): boolean {
  return one.slice(0, one.lastIndexOf('.')) === other.slice(0, other.lastIndexOf('.'))
}
