import { ownersOf } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { inSame24 } from '../catalogue/range.ts'
import type { Brand, Isp } from '../catalogue/schema.ts'

/** The box that assigned an address, judging by the box's own address; `brand` is null if several brands use that one. */
export interface Upstream {
  readonly gateway: string
  readonly brand: Brand | null
}

/** Returns the provider's box that assigned a private address: the one whose own address is in the same /24, that of the line's provider first. */
export function upstreamOf(catalogue: Catalogue, given: string, provider: Isp | null = null): Upstream | null {
  const box = catalogue.brands.find(({ id }) => id === provider?.equipment) ?? null
  const own = [...(box?.gateways ?? []), ...(provider?.gateways ?? [])].find((one) => inSame24(one, given))
  if (own !== undefined) return { gateway: own, brand: box?.gateways.includes(own) ? box : null }
  const all = [...catalogue.brands, ...catalogue.isps]
  const near = all.flatMap(({ gateways }) => gateways).filter((one) => inSame24(one, given))
  // A second address that a single box has must not hide the one that nearly all boxes of a range use.
  const common = near.filter(
    (one) => near.indexOf(one) !== near.lastIndexOf(one) || all.some(({ gateways: [usual] }) => usual === one),
  )
  const [gateway, ...others] = new Set(common.length > 0 ? common : near)
  if (gateway === undefined || others.length > 0) return null
  const owners = ownersOf(gateway, catalogue)
  if (owners.every(({ side }) => side === 'personal')) return null
  const [owner, another] = owners
  return { gateway, brand: another ? null : (owner?.brand ?? null) }
}
