import type { Address } from '../../policy/address.ts'
import { addressesIn, type Owner, ownersOf, type Side, sideOf } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { inSame24 } from '../catalogue/range.ts'
import type { Brand, Isp, PlatformId } from '../catalogue/schema.ts'
import { type Wan, wanOf } from '../nat.ts'
import type { PlatformVariant } from '../platform.ts'
import type { State } from './connection.ts'
import { type Naming, namesIn, type RequestNames, sorted } from './names.ts'

export interface LoginRequest extends RequestNames {
  readonly gateway: string | null
  readonly routerWan: Address | null
  readonly platform: PlatformId | null
  /** The make of the device, if its menus are its own. */
  readonly variant: PlatformVariant | null
  readonly state: State
}

/** The caller's network, as far as the request and the catalogue tell. */
export interface Situation extends LoginRequest {
  readonly catalogue: Catalogue
  /** The brand that the request names; null if it names none, or an unknown one. */
  readonly brand: Brand | null
  readonly naming: Naming
  /** A name that is not that of a known provider, made safe to show, and the providers that it may mean. */
  readonly unknownProvider: { readonly name: string; readonly near: readonly Isp[] } | null
  readonly provider: Isp | null
  /** Whether the provider is guessed: the request does not name one, so it is that of the network that the request came from. */
  readonly isGuessed: boolean
  /** The provider's box: the one that the request names, otherwise the one that the provider supplies. */
  readonly ispBox: Brand | null
  readonly equipment: Brand | null
  readonly wan: Wan
  readonly facts: Facts
}

/** The facts that the decision table matches. */
export interface Facts {
  /** `carrier`: private, but from a range that no box at home uses, on a line whose provider shares addresses. */
  readonly wan: Wan | 'carrier'
  /** `unknown`: a name that the catalogue does not have, most likely that of a retail router. */
  readonly brand: Side | 'unknown'
  /** Whether the provider supplies a box of its own; `building`: the equipment belongs to the building. */
  readonly isp: 'box' | 'building' | 'none'
  /** The owner of the box at the gateway; `open` if the address could belong to either. */
  readonly gateway: Side | 'open'
}

export function situationOf(said: LoginRequest, catalogue: Catalogue): Situation {
  const asked = sorted(said, catalogue)
  const names = namesIn(asked, catalogue)
  const { naming, provider, saidProvider } = names
  const brand = naming.kind === 'brand' ? naming.brand : null
  const equipment = catalogue.brands.find(({ id }) => id === provider?.equipment) ?? null
  const ispBox = brand?.kind === 'isp' ? brand : equipment
  const wan = wanOf(asked.routerWan)
  const brandSide = sideNamed(naming)
  const gateways = boxGateways(ispBox, equipment, provider)
  const guessed = names.isGuessed ? provider : null
  const isInApp = !guessed && brandSide !== 'personal' && (equipment?.app?.only ?? false)
  const gateway = gatewaySide({ asked, wan, brand, brandSide, gateways, guessed, isInApp, catalogue })
  const isOfProvider = gateway === 'isp' || (brandSide === 'isp' && gateway !== 'personal')
  const facts: Facts = {
    wan: wan === 'private' && isCarriers(asked, isOfProvider, guessed ? null : provider, catalogue) ? 'carrier' : wan,
    brand: brandSide,
    isp: suppliedBy(saidProvider),
    gateway,
  }
  return { ...asked, ...names, brand, catalogue, ispBox, equipment, wan, facts }
}

function sideNamed(naming: Naming): Facts['brand'] {
  if (naming.kind === 'brand') return sideOf(naming.brand)
  return naming.kind === 'provider-box' ? 'isp' : naming.kind
}

function suppliedBy(provider: Isp | null): Facts['isp'] {
  if (provider?.building) return 'building'
  return provider && (provider.equipment !== null || provider.gateways.length > 0) ? 'box' : 'none'
}

/**
 * Returns whether a private WAN address is the provider's own: no box in the catalogue uses its range, and it is that of the provider's box,
 * or of a router on a line that is usually shared. Many carriers share addresses of 10.0.0.0/8 instead of 100.64.0.0/10.
 */
function isCarriers({ routerWan }: LoginRequest, isOfProvider: boolean, provider: Isp | null, catalogue: Catalogue): boolean {
  if (provider?.building || addressesIn(routerWan?.text ?? '', catalogue).length > 0) return false
  return isOfProvider || provider?.carrierNat.usual === 'yes'
}

/** Returns whether the provider translates the addresses, so that no rule at home lets a connection in. */
export function isShared({ facts, provider, isGuessed }: Situation): boolean {
  if (facts.wan === 'shared' || facts.wan === 'carrier') return true
  return facts.wan === 'private' && provider?.carrierNat.usual === 'yes' && !isGuessed && facts.isp !== 'building'
}

/** Returns the addresses of the provider's box, the usual one first. For a box of another provider, those of this provider are left out. */
export function boxGateways(ispBox: Brand | null, equipment: Brand | null, provider: Isp | null): string[] {
  const ofProvider = ispBox === equipment ? (provider?.gateways ?? []) : []
  return [...new Set([...(ispBox?.gateways ?? []), ...ofProvider])]
}

/** The address at which modems and satellite dishes show their status; the router itself is elsewhere. */
export const STATUS_PAGE = '192.168.100.1'

/** The gateways of iPhones, Android phones and Windows PCs that share their connection. */
const HOTSPOTS: ReadonlySet<string> = new Set(['172.20.10.1', '192.168.43.1', '192.168.137.1'])

/** Returns whether the gateway is a phone or a PC, so that there is no router to log in to. */
export function isHotspot({ gateway, facts }: Situation): boolean {
  return gateway !== null && HOTSPOTS.has(gateway) && facts.brand === 'none'
}

interface GatewayClues {
  asked: LoginRequest
  wan: Wan
  brand: Brand | null
  brandSide: Facts['brand']
  /** The gateways of the provider's box. */
  gateways: readonly string[]
  guessed: Isp | null
  /** Whether the provider's box is set up in an app alone. */
  isInApp: boolean
  catalogue: Catalogue
}

function gatewaySide({ asked, wan, brand, brandSide, gateways, guessed, isInApp, catalogue }: GatewayClues): Facts['gateway'] {
  const { gateway, routerWan } = asked
  const wanText = routerWan?.text ?? ''
  // A WAN address that the provider's box assigned belongs to another router behind that box.
  const isBehindBox = wan === 'private' && gateways.some((one) => inSame24(one, wanText))
  if (gateway === null) return brandSide === 'isp' && isBehindBox ? 'personal' : 'none'
  if (brandSide === 'personal' && brand?.gateways.includes(gateway)) return 'personal'
  if (gateway === STATUS_PAGE && isInApp) return 'none'
  const owners = ownersOf(gateway, catalogue)
  const sides = new Set(owners.map(({ side }) => side))
  if (gateways.includes(gateway) && !(guessed && isUsualOfRetail(gateway, owners))) return 'isp'
  // A brand that the catalogue lacks is most likely sold in shops, whatever boxes use the address.
  if (brandSide === 'unknown') return 'personal'
  if (sides.size === 1 && sides.has('isp')) return 'isp'
  // An address that no box of the provider uses belongs to the caller's own router. So does one that the caller changed.
  if (brandSide === 'personal' || (gateways.length > 0 && !guessed)) return 'personal'
  return sides.size === 1 ? 'personal' : 'open'
}

/** Returns whether retail routers come with this address, so that a guessed provider does not make it that of the provider's box. */
function isUsualOfRetail(gateway: string, owners: readonly Owner[]): boolean {
  return owners.some(({ side, brand }) => side === 'personal' && brand?.gateways[0] === gateway)
}
