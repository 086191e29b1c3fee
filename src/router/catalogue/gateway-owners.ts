import type { Catalogue } from './index.ts'
import type { Brand, Isp } from './schema.ts'

/** Whose box it is: the caller's own, the provider's, or neither is known. */
export type Side = 'personal' | 'isp' | 'none'

export function sideOf(brand: Brand | null): Side {
  if (!brand || brand.kind === 'generic') return 'none'
  return brand.kind === 'isp' ? 'isp' : 'personal'
}

export interface Owner {
  readonly side: Side
  readonly brand: Brand | null
  readonly provider: Isp | null
}

/** The brands and providers whose boxes use an address. */
export function ownersOf(address: string, { brands, isps }: Catalogue): Owner[] {
  const byBrand = brands
    .filter((brand) => brand.kind !== 'generic' && brand.gateways.includes(address))
    .map((brand) => ({ side: sideOf(brand), brand, provider: isps.find(({ equipment }) => equipment === brand.id) ?? null }))
  const byProvider = isps
    .filter(({ gateways, equipment }) => gateways.includes(address) && !byBrand.some(({ brand }) => brand.id === equipment))
    .map((provider) => ({ side: 'isp' as const, brand: null, provider }))
  return [...byBrand, ...byProvider]
}
