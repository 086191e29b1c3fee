import type { Locale } from '../../contract/text.ts'
import { addressesIn, inSame24, type Owner, ownersOf } from '../catalogue/gateway-owners.ts'
import type { Brand, Isp, Localized } from '../catalogue/schema.ts'
import { boxGateways, type HomeNetwork } from './home-network.ts'
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
export function boxesOf({ roles }: Row, network: HomeNetwork): Box[] {
  const boxes: Box[] = []
  for (const role of roles) {
    if (role !== 'common') boxes.push(FINDERS[role](network, boxes[0] ?? null))
  }
  return boxes
}

const FINDERS: Record<Box['role'], (network: HomeNetwork, nearest: Box | null) => Box> = {
  own,
  isp,
  upstream,
  'off-path': offPath,
}

const given = (address: string) => ({ address, from: 'given' as const, others: [] })

function usually([address, ...others]: readonly string[]) {
  return { address: address ?? null, from: address === undefined ? null : ('usual' as const), others }
}

function own(network: HomeNetwork): Box {
  const { gateway, brand: said, naming, provider, facts, routerWan, wan } = network
  const isOpen = facts.brand !== 'personal' && naming.kind !== 'unknown' && gateway !== null
  const brand = facts.brand === 'personal' ? said : isOpen ? onlyOwner(gateway, network, 'personal') : null
  const box = { role: 'own' as const, brand, provider: null }
  if (gateway !== null) return { ...box, ...given(gateway) }
  // A router does not assign addresses from the range of its own WAN address, nor from that of the box upstream.
  const free = (brand?.gateways ?? []).filter((one) => wan !== 'private' || !inSame24(one, routerWan?.text ?? ''))
  const isOfProvider = (one: string) => provider?.gateways.includes(one) === true
  return { ...box, ...usually([...free.filter((one) => !isOfProvider(one)), ...free.filter(isOfProvider)]) }
}

function isp(network: HomeNetwork, nearest: Box | null): Box {
  const { gateway, facts, provider, ispBox, equipment } = network
  if (facts.gateway === 'isp' && gateway !== null) return { role: 'isp', ...providersBoxAt(gateway, network), ...given(gateway) }
  const box = { role: 'isp' as const, brand: ispBox, provider }
  if (nearest === null && gateway !== null) return { ...box, ...given(gateway) }
  return { ...box, ...usually(boxGateways(ispBox, equipment, provider).filter((one) => one !== nearest?.address)) }
}

/** Returns the provider's box at a gateway. The address outweighs what the caller says. */
function providersBoxAt(gateway: string, network: HomeNetwork): Pick<Box, 'brand' | 'provider'> {
  const { ispBox, equipment, provider, catalogue } = network
  const isOfProvider = provider?.gateways.includes(gateway) ?? false
  const said = [ispBox, equipment].find((box) => box?.gateways.includes(gateway)) ?? (isOfProvider ? equipment : null)
  const brand = said ?? (isOfProvider ? null : onlyOwner(gateway, network, 'isp'))
  if (brand) return { brand, provider: catalogue.isps.find(({ equipment: id }) => id === brand.id) ?? null }
  if (isOfProvider) return { brand, provider }
  const [owner, another] = ownersOf(gateway, catalogue)
  return { brand, provider: another ? null : (owner?.provider ?? null) }
}

/** Returns the router upstream of one with a private WAN address; without an address if the catalogue has none in that network: nothing is guessed. */
function upstream({ catalogue, ispBox, equipment, provider, isGuessed, routerWan }: HomeNetwork): Box {
  const wan = routerWan?.text ?? ''
  const role = 'upstream'
  const named = boxGateways(ispBox, equipment, provider).find((one) => inSame24(one, wan))
  if (named !== undefined) {
    const brand = ispBox?.gateways.includes(named) ? ispBox : equipment
    const ofBrand = brand === null || brand === equipment ? provider : null
    return { role, address: named, from: 'known', others: [], brand, provider: ofBrand }
  }
  const [address = null, ...others] = addressesIn(wan, catalogue).filter((one) => one !== wan)
  if (address === null) return { role, address, from: null, others, brand: null, provider: null }
  const only = onlyBox([address, ...others].flatMap((one) => ownersOf(one, catalogue)))
  // A box of another provider than the caller's is not what is there, even if no other box in the catalogue has that address.
  const isKnown = only !== null && (provider === null || isGuessed || only.provider?.id === provider.id)
  const owner = isKnown ? only : { brand: null, provider: null }
  return { role, address, from: isKnown ? 'known' : 'common', others, ...owner }
}

function offPath({ brand, facts }: HomeNetwork): Box {
  const known = facts.brand === 'personal' ? brand : null
  return { role: 'off-path', brand: known, provider: null, ...usually(known?.gateways ?? []) }
}

/** Returns the only brand that uses an address, if it is on that side; null if several do. */
function onlyOwner(address: string, { catalogue }: HomeNetwork, side: 'personal' | 'isp'): Brand | null {
  const [owner, another] = ownersOf(address, catalogue)
  return owner?.side === side && !another ? owner.brand : null
}

function onlyBox(owners: readonly Owner[]): Pick<Owner, 'brand' | 'provider'> | null {
  const [first] = owners
  const boxes = new Set(owners.map(({ brand, provider }) => brand?.id ?? provider?.id))
  return first?.side === 'isp' && boxes.size === 1 ? { brand: first.brand, provider: first.provider } : null
}

/** Returns the address of a box's page for a browser; as most boxes have it if the box is not known. */
export function pageOf(host: string, brand: Pick<Brand, 'admin'> | null): string {
  const { port = null } = brand?.admin ?? {}
  return `${schemeOf(brand)}${host}${port === null ? '' : `:${port}`}`
}

/** Returns the beginning of the address of a page, as it is typed. */
export function schemeOf(brand: Pick<Brand, 'admin'> | null): string {
  return brand?.admin.https ? 'https://' : 'http://'
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
