import { ownersOf } from '../catalogue/gateway-owners.ts'
import { inSame24 } from '../catalogue/range.ts'
import type { Brand, Isp } from '../catalogue/schema.ts'
import { boxGateways, type Situation } from './situation.ts'
import type { Row, Step } from './topology.ts'
import { upstreamBoxOf } from './upstream-box.ts'

/** A router or a provider's box to log in to, with its address and where that comes from. */
export interface Box {
  readonly step: Exclude<Step, 'common'>
  readonly brand: Brand | null
  readonly provider: Isp | null
  /** Null if only the caller's device, or the router before this one, can tell. */
  readonly address: string | null
  /** `given` by the caller, `usual` for the brand or the provider, `known` by the network of the WAN address, or `common` in it. */
  readonly from: 'given' | 'usual' | 'known' | 'common' | null
  /** Other addresses that it may answer at. */
  readonly others: readonly string[]
}

/** Returns the boxes of a row of the decision table, the closest first. */
export function boxesOf({ steps }: Row, situation: Situation): Box[] {
  const boxes: Box[] = []
  for (const step of steps) {
    if (step !== 'common') boxes.push(FINDERS[step](situation, boxes[0] ?? null))
  }
  return boxes
}

const FINDERS: Record<Box['step'], (situation: Situation, nearest: Box | null) => Box> = { own, isp, above, beside }

function own(situation: Situation): Box {
  const { gateway, brand: said, provider, facts, routerWan, wan } = situation
  const brand =
    facts.brand === 'personal'
      ? said
      : isUnnamed(situation) && gateway !== null
        ? onlyOwner(gateway, situation, 'personal')
        : null
  const box = { step: 'own' as const, brand, provider: null }
  if (gateway !== null) return { ...box, address: gateway, from: 'given', others: [] }
  // A router does not assign addresses from the range of its own WAN address, nor from that of the box upstream.
  const free = (brand?.gateways ?? []).filter((one) => wan !== 'private' || !inSame24(one, routerWan?.text ?? ''))
  const [address, ...others] = [
    ...free.filter((one) => !provider?.gateways.includes(one)),
    ...free.filter((one) => provider?.gateways.includes(one)),
  ]
  return { ...box, address: address ?? null, from: address === undefined ? null : 'usual', others }
}

function isp(situation: Situation, nearest: Box | null): Box {
  const { gateway, facts, provider, ispBox, equipment } = situation
  if (facts.gateway === 'isp' && gateway !== null)
    return { ...boxAt(gateway, situation), address: gateway, from: 'given', others: [] }
  const box = { step: 'isp' as const, brand: ispBox, provider }
  if (nearest === null && gateway !== null) return { ...box, address: gateway, from: 'given', others: [] }
  const usual = boxGateways(ispBox, equipment, provider)
  const [address, ...others] = usual.filter((one) => one !== nearest?.address)
  return { ...box, address: address ?? null, from: address === undefined ? null : 'usual', others }
}

/** Returns the provider's box at a gateway. The address outweighs what the caller says. */
function boxAt(gateway: string, situation: Situation) {
  const { ispBox, equipment, provider, catalogue } = situation
  const isOfProvider = provider?.gateways.includes(gateway) ?? false
  const said = [ispBox, equipment].find((box) => box?.gateways.includes(gateway)) ?? (isOfProvider ? equipment : null)
  const brand = said ?? (isOfProvider ? null : onlyOwner(gateway, situation, 'isp'))
  const step = 'isp' as const
  if (brand) return { step, brand, provider: catalogue.isps.find(({ equipment: id }) => id === brand.id) ?? null }
  if (isOfProvider) return { step, brand, provider }
  const [owner, another] = ownersOf(gateway, catalogue)
  return { step, brand, provider: another ? null : (owner?.provider ?? null) }
}

function above(situation: Situation, nearest: Box | null): Box {
  const wan = situation.routerWan?.text ?? ''
  const { address, others, brand, provider, isKnown } = upstreamBoxOf(wan, situation)
  const box = { step: 'above' as const, brand, provider }
  const isSameRange = nearest?.address != null && inSame24(nearest.address, wan)
  // On the network of the provider's box, a private WAN address is that of a router behind it.
  if (isSameRange && nearest.step === 'isp') return beside(situation)
  if (isSameRange) return { ...box, address: null, from: null, others: [] }
  return { ...box, address, from: address === null ? null : isKnown ? 'known' : 'common', others }
}

function beside({ brand, facts }: Situation): Box {
  const known = facts.brand === 'personal' ? brand : null
  const [address, ...others] = known?.gateways ?? []
  return {
    step: 'beside',
    brand: known,
    provider: null,
    address: address ?? null,
    from: address === undefined ? null : 'usual',
    others,
  }
}

/** Returns whether the caller leaves the brand of the router open. */
function isUnnamed({ facts, unknownBrand }: Situation): boolean {
  return facts.brand !== 'personal' && unknownBrand === null
}

/** Returns the only brand that uses an address, if it is on that side; null if several do. */
function onlyOwner(address: string, { catalogue }: Situation, side: 'personal' | 'isp'): Brand | null {
  const [owner, another] = ownersOf(address, catalogue)
  return owner?.side === side && !another ? owner.brand : null
}
