import type { Address } from '../../policy/address.ts'
import { inSame24, type Owner, ownersOf, sideOf } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Brand, Isp, PlatformId } from '../catalogue/schema.ts'
import { type Line, lineOf, type Wan, wanOf } from '../judgement/line.ts'
import { type FoundBrand, findBrand } from '../plan/subjects.ts'
import type { PlatformVariant } from '../platform.ts'
import type { State } from './input.ts'
import { type Naming, type RequestNames, sorted, understoodNames } from './names.ts'
import type { TopologyFacts } from './topology.ts'

export interface LoginRequest extends RequestNames {
  readonly gateway: string | null
  readonly routerWan: Address | null
  readonly platform: PlatformId | null
  /** The make of the device, if its menus are its own. */
  readonly variant: PlatformVariant | null
  readonly state: State
}

/** The caller's network, as far as the request and the catalogue tell. */
export interface HomeNetwork extends LoginRequest {
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
  /** The closest router, as a plan has it. */
  readonly router: FoundBrand
  /** The line, judged as for a plan. */
  readonly line: Line
  readonly facts: TopologyFacts
}

/** Returns the network of a caller. `seen` is the address of the requester; null if a proxy names none. */
export function homeNetworkOf(said: LoginRequest, catalogue: Catalogue, seen: Address | null = null): HomeNetwork {
  const asked = sorted(said, catalogue)
  const names = understoodNames(asked, catalogue)
  const { naming, provider, saidProvider, isGuessed } = names
  const brand = naming.kind === 'brand' ? naming.brand : null
  const equipment = catalogue.brands.find(({ id }) => id === provider?.equipment) ?? null
  const ispBox = brand?.kind === 'isp' ? brand : equipment
  const wan = wanOf(asked.routerWan)
  const known = { ...asked, ...names, brand, catalogue, ispBox, equipment, wan }
  const brandSide = sideNamed(naming)
  const gateway = gatewaySide(known, brandSide)
  // The router that shows the WAN address is the one that was named.
  const isNearest = gateway === 'isp' && brandSide !== 'personal' && !isInGatewayNetwork(asked)
  const isOfProvider = isNearest || (brandSide === 'isp' && gateway !== 'personal')
  const found = findBrand(catalogue, asked.routerBrand)
  const box = ispBox ?? found.brand
  const router = isOfProvider ? { ...found, brand: { ...box, kind: 'isp' as const }, known: true, name: box.name } : found
  const isp = provider && { isp: provider, guessed: isGuessed }
  const line = lineOf({ router, isp, routerWan: asked.routerWan }, catalogue, seen)
  const facts: TopologyFacts = { wan: wanIn(asked, wan, line), brand: brandSide, isp: suppliedBy(saidProvider), gateway }
  return { ...known, router, line, facts }
}

function wanIn(asked: LoginRequest, wan: Wan, { nat }: Line): TopologyFacts['wan'] {
  if (wan !== 'private') return wan
  return nat === 'carrier-grade' ? 'carrier' : isInGatewayNetwork(asked) ? 'outer' : 'private'
}

/** Returns whether the router that shows its WAN address is in the network of the gateway, so that this is another box. */
function isInGatewayNetwork({ gateway, routerWan }: LoginRequest): boolean {
  return gateway !== null && inSame24(gateway, routerWan?.text ?? '')
}

function sideNamed(naming: Naming): TopologyFacts['brand'] {
  if (naming.kind === 'brand') return sideOf(naming.brand)
  return naming.kind === 'provider-box' ? 'isp' : naming.kind
}

function suppliedBy(provider: Isp | null): TopologyFacts['isp'] {
  if (provider?.building) return 'building'
  return provider && (provider.equipment !== null || provider.gateways.length > 0) ? 'box' : 'none'
}

/** Returns whether the address that the router shows proves that the provider translates, so that no rule at home lets a connection in. */
export function isShared({ line: { obstacle }, routerWan }: HomeNetwork): boolean {
  return routerWan?.version === 4 && (obstacle === 'carrier' || obstacle === 'provider' || obstacle === 'ds-lite')
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
export function isHotspot({ gateway, facts }: HomeNetwork): boolean {
  return gateway !== null && HOTSPOTS.has(gateway) && facts.brand === 'none'
}

function gatewaySide(
  known: Omit<HomeNetwork, 'router' | 'line' | 'facts'>,
  brandSide: TopologyFacts['brand'],
): TopologyFacts['gateway'] {
  const { gateway, routerWan, wan, brand, provider, isGuessed, ispBox, equipment, catalogue } = known
  const gateways = boxGateways(ispBox, equipment, provider)
  // A WAN address that the provider's box assigned belongs to another router behind that box.
  const isBehindBox = wan === 'private' && gateways.some((one) => inSame24(one, routerWan?.text ?? ''))
  if (gateway === null) return brandSide === 'isp' && isBehindBox ? 'personal' : 'none'
  if (brandSide === 'personal' && brand?.gateways.includes(gateway)) return 'personal'
  const isInApp = !isGuessed && brandSide !== 'personal' && equipment?.app?.only === true
  if (gateway === STATUS_PAGE && isInApp) return 'none'
  const owners = ownersOf(gateway, catalogue)
  const sides = new Set(owners.map(({ side }) => side))
  if (gateways.includes(gateway) && !(isGuessed && isUsualOfRetail(gateway, owners))) return 'isp'
  // A brand that the catalogue lacks is most likely sold in shops, whatever boxes use the address.
  if (brandSide === 'unknown') return 'personal'
  if (sides.size === 1 && sides.has('isp')) return 'isp'
  if (brandSide === 'personal' || sides.size === 1 || isBehindBox) return 'personal'
  return gateways.length > 0 && !isGuessed ? 'changed' : 'open'
}

/** Returns whether retail routers come with this address, so that a guessed provider does not make it that of the provider's box. */
function isUsualOfRetail(gateway: string, owners: readonly Owner[]): boolean {
  return owners.some(({ side, brand }) => side === 'personal' && brand?.gateways[0] === gateway)
}
