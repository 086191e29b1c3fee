import { ownersOf } from '../catalogue/gateway-owners.ts'
import { inRangeOf, inSame24 } from '../catalogue/range.ts'
import type { Brand, Isp } from '../catalogue/schema.ts'
import { boxGateways, type Situation } from './situation.ts'

/** The box upstream of a router with a private WAN address: where it answers and, if known, whose it is. */
export interface UpstreamBox {
  readonly address: string
  readonly brand: Brand | null
  readonly provider: Isp | null
  /** Whether the catalogue has the network; otherwise the address is the one that boxes use by convention. */
  readonly isKnown: boolean
}

export function upstreamBoxOf(wan: string, { catalogue, ispBox, equipment, provider }: Situation): UpstreamBox {
  const named = boxGateways(ispBox, equipment, provider).find((one) => inSame24(one, wan))
  if (named !== undefined) {
    const brand = ispBox?.gateways.includes(named) ? ispBox : equipment
    return { address: named, brand, provider: brand === null || brand === equipment ? provider : null, isKnown: true }
  }
  const used = [
    ...new Set(
      [...catalogue.brands, ...catalogue.isps]
        .filter((one) => !('kind' in one && one.kind === 'generic'))
        .flatMap(({ gateways }) => gateways),
    ),
  ]
  const owners = used
    .filter((one) => inSame24(one, wan))
    .flatMap((address) => ownersOf(address, catalogue).map((owner) => ({ ...owner, address })))
  const [first] = owners
  const boxes = new Set(owners.map(({ brand, provider: of }) => brand?.id ?? of?.id))
  if (first && first.side === 'isp' && boxes.size === 1) return { ...first, isKnown: true }
  const address = inRangeOf(wan, 1)
  return { address: address === wan ? inRangeOf(wan, 254) : address, brand: null, provider, isKnown: false }
}
