import { addressesIn, type Owner, ownersOf } from '../catalogue/gateway-owners.ts'
import { inSame24 } from '../catalogue/range.ts'
import type { Brand, Isp } from '../catalogue/schema.ts'
import { boxGateways, type Situation } from './situation.ts'

/** The router upstream of one with a private WAN address: its address and, if known, its owner. */
export interface UpstreamBox {
  /** Null if the catalogue has no address in that network: guessed addresses are not offered. */
  readonly address: string | null
  readonly others: readonly string[]
  readonly brand: Brand | null
  readonly provider: Isp | null
  /** Whether the network is that of one box; otherwise several boxes use it. */
  readonly isKnown: boolean
}

export function upstreamBoxOf(wan: string, { catalogue, ispBox, equipment, provider }: Situation): UpstreamBox {
  const named = boxGateways(ispBox, equipment, provider).find((one) => inSame24(one, wan))
  if (named !== undefined) {
    const brand = ispBox?.gateways.includes(named) ? ispBox : equipment
    const ofBrand = brand === null || brand === equipment ? provider : null
    return { address: named, others: [], brand, provider: ofBrand, isKnown: true }
  }
  const [address = null, ...others] = addressesIn(wan, catalogue).filter((one) => one !== wan)
  const owners = address === null ? [] : [address, ...others].flatMap((one) => ownersOf(one, catalogue))
  const only = onlyBox(owners)
  if (only) return { address, others, ...only, isKnown: true }
  return { address, others, brand: null, provider: null, isKnown: false }
}

/** Returns the provider's box that all of these are, if they are one. */
function onlyBox(owners: readonly Owner[]): Pick<Owner, 'brand' | 'provider'> | null {
  const [first] = owners
  const boxes = new Set(owners.map(({ brand, provider }) => brand?.id ?? provider?.id))
  return first?.side === 'isp' && boxes.size === 1 ? { brand: first.brand, provider: first.provider } : null
}
