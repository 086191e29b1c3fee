import type { Locale } from '../../contract/text.ts'
import { addressesIn, inSame24, type Owner, ownersOf } from '../catalogue/gateway-owners.ts'
import type { Brand, Isp, Localized } from '../catalogue/schema.ts'
import { boxGateways, type Situation } from './situation.ts'
import type { BoxRole, Row } from './topology.ts'

/** A router or a provider's box to log in to, with its address and where that comes from. */
export interface Box {
  readonly role: Exclude<BoxRole, 'common'>
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
export function boxesOf({ roles }: Row, situation: Situation): Box[] {
  const boxes: Box[] = []
  for (const role of roles) {
    if (role !== 'common') boxes.push(FINDERS[role](situation, boxes[0] ?? null))
  }
  return boxes
}

const FINDERS: Record<Box['role'], (situation: Situation, nearest: Box | null) => Box> = {
  own,
  isp,
  upstream,
  'off-path': offPath,
}

function own(situation: Situation): Box {
  const { gateway, brand: said, provider, facts, routerWan, wan } = situation
  const brand =
    facts.brand === 'personal'
      ? said
      : isUnnamed(situation) && gateway !== null
        ? onlyOwner(gateway, situation, 'personal')
        : null
  const box = { role: 'own' as const, brand, provider: null }
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
  const box = { role: 'isp' as const, brand: ispBox, provider }
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
  const role = 'isp' as const
  if (brand) return { role, brand, provider: catalogue.isps.find(({ equipment: id }) => id === brand.id) ?? null }
  if (isOfProvider) return { role, brand, provider }
  const [owner, another] = ownersOf(gateway, catalogue)
  return { role, brand, provider: another ? null : (owner?.provider ?? null) }
}

function upstream(situation: Situation): Box {
  const wan = situation.routerWan?.text ?? ''
  const { address, others, brand, provider, isKnown } = upstreamBoxOf(wan, situation)
  const box = { role: 'upstream' as const, brand, provider }
  return { ...box, address, from: address === null ? null : isKnown ? 'known' : 'common', others }
}

function offPath({ brand, facts }: Situation): Box {
  const known = facts.brand === 'personal' ? brand : null
  const [address, ...others] = known?.gateways ?? []
  return {
    role: 'off-path',
    brand: known,
    provider: null,
    address: address ?? null,
    from: address === undefined ? null : 'usual',
    others,
  }
}

/** Returns whether the caller leaves the brand of the router open. */
function isUnnamed({ facts, naming }: Situation): boolean {
  return facts.brand !== 'personal' && naming.kind !== 'unknown'
}

/** Returns the only brand that uses an address, if it is on that side; null if several do. */
function onlyOwner(address: string, { catalogue }: Situation, side: 'personal' | 'isp'): Brand | null {
  const [owner, another] = ownersOf(address, catalogue)
  return owner?.side === side && !another ? owner.brand : null
}

/** The router upstream of one with a private WAN address: its address and, if known, its owner. */
interface UpstreamBox {
  /** Null if the catalogue has no address in that network: guessed addresses are not offered. */
  readonly address: string | null
  readonly others: readonly string[]
  readonly brand: Brand | null
  readonly provider: Isp | null
  /** Whether the network is that of one box; otherwise several boxes use it. */
  readonly isKnown: boolean
}

function upstreamBoxOf(wan: string, { catalogue, ispBox, equipment, provider, isGuessed }: Situation): UpstreamBox {
  const named = boxGateways(ispBox, equipment, provider).find((one) => inSame24(one, wan))
  if (named !== undefined) {
    const brand = ispBox?.gateways.includes(named) ? ispBox : equipment
    const ofBrand = brand === null || brand === equipment ? provider : null
    return { address: named, others: [], brand, provider: ofBrand, isKnown: true }
  }
  const [address = null, ...others] = addressesIn(wan, catalogue).filter((one) => one !== wan)
  const owners = address === null ? [] : [address, ...others].flatMap((one) => ownersOf(one, catalogue))
  const only = onlyBox(owners)
  // A box of another provider than the caller's is not what is there, even if no other box in the catalogue has that address.
  if (only && (provider === null || isGuessed || only.provider?.id === provider.id)) {
    return { address, others, ...only, isKnown: true }
  }
  return { address, others, brand: null, provider: null, isKnown: false }
}

/** Returns the provider's box that all of these are, if they are one. */
function onlyBox(owners: readonly Owner[]): Pick<Owner, 'brand' | 'provider'> | null {
  const [first] = owners
  const boxes = new Set(owners.map(({ brand, provider }) => brand?.id ?? provider?.id))
  return first?.side === 'isp' && boxes.size === 1 ? { brand: first.brand, provider: first.provider } : null
}

/** Returns the address of a box's page for a browser; as most boxes have it if the box is not known. */
export function pageOf(host: string, brand: Pick<Brand, 'admin'> | null): string {
  const { https = false, port = null } = brand?.admin ?? {}
  return `${https ? 'https' : 'http'}://${host}${port === null ? '' : `:${port}`}`
}

export function nameOf({ brand, provider }: Pick<Box, 'brand' | 'provider'>, locale: Locale): string | null {
  return (brand ?? provider)?.name[locale] ?? null
}

/** Returns a name without the remark in parentheses behind English ones: "Xfinity (Comcast)". */
export function plainName(name: Localized, locale: Locale): string {
  return locale === 'en' ? name.en.replace(/ \([^)]*\)$/, '') : name[locale]
}

export function isOfProvider({ role }: Box): boolean {
  return role === 'isp' || role === 'upstream'
}
