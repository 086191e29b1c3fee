import type { Address } from '../../policy/address.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { classify } from '../../policy/classify.ts'
import { inSame24, ownersOf } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Brand, Isp } from '../catalogue/schema.ts'
import { namedProvider, type Provider } from '../providers.ts'

export const WORKS = ['yes', 'no', 'unknown'] as const

/** The reason why no rule can work. `carrier`: the router shows a shared address; `provider`: it is known to share them; `box`: the box cannot forward. */
type Obstacle = 'carrier' | 'provider' | 'ds-lite' | 'building' | 'box'

/** The clues to a line: the hints of a request, as they were understood. */
export interface LineClues {
  /** `guessed`: only the address of the device names the router. */
  readonly router: { readonly brand: Brand; readonly known: boolean; readonly guessed?: boolean }
  readonly isp: Provider | null
  /** The internet address that the router shows. */
  readonly routerWan: Address | null
}

/** The line of a requester: whether a rule in the router can let anybody in. */
export interface Line {
  readonly works: (typeof WORKS)[number]
  readonly obstacle: Obstacle | null
  readonly nat: NatVerdict
  /** The box that gave the router a private address. */
  readonly upstream: Upstream | null
  /** Whether the router shows an address that is not one of the internet, so that it is not online. */
  readonly isOffline: boolean
  /** Whether the router shows another public address than the one that the request came from. */
  readonly differs: boolean
  /** Whether most lines of this kind share their public address; a guessed provider counts, since it only leads to a comparison. */
  readonly isUsuallyShared: boolean
  /** Whether a rule may only work for a range of ports, although the router has the public address; a guessed provider counts. */
  readonly sharesPorts: boolean
}

/** Returns what is known of the line. `seen` is the address of the requester; null if a proxy names none. */
export function lineOf(clues: LineClues, known: Catalogue, seen: Address | null): Line {
  const { routerWan, router, isp } = clues
  const shown = natOf(routerWan, seen)
  const upstream = shown === 'double-nat' && routerWan ? upstreamOf(known, routerWan.text, isp?.isp ?? null) : null
  const onLine = shown === 'none' ? null : lineObstacle(clues, shown, upstream)
  // Many carriers share addresses of private ranges.
  const nat = onLine === 'provider' && shown === 'double-nat' && upstream === null ? 'carrier-grade' : shown
  const obstacle = onLine ?? (router.brand.forwards === false ? 'box' : null)
  const sharesPorts = obstacle === null && sharedPortsOf(isp?.isp ?? null) !== null
  const isOpen = routerWan?.version === 4 && nat === 'unknown'
  return {
    works: obstacle ? 'no' : nat === 'none' && !sharesPorts ? 'yes' : 'unknown',
    obstacle,
    nat,
    upstream,
    isOffline: isOpen && !isPublicAddress(routerWan.text),
    differs: isOpen && seen?.version === 4 && isPublicAddress(routerWan.text) && isPublicAddress(seen.text),
    isUsuallyShared: isp?.isp.carrierNat.usual === 'yes' || router.brand.mobile === true,
    sharesPorts,
  }
}

function lineObstacle({ router, isp, routerWan }: LineClues, nat: NatVerdict, upstream: Upstream | null): Obstacle | null {
  const named = namedProvider(isp)
  if (nat === 'carrier-grade') {
    const isDsLite = routerWan !== null && classify(routerWan).block?.name === 'service-continuity'
    return isDsLite || named?.ipv4 === 'ds-lite' ? 'ds-lite' : 'carrier'
  }
  if (nat === 'double-nat') {
    if (named?.building) return 'building'
    // No connection gets as far as a rule at home.
    if (named?.ipv4 === 'shared') return 'provider'
    const isProvidersBox = router.known && router.guessed !== true && router.brand.kind === 'isp'
    const isShared = named?.carrierNat.usual === 'yes'
    // Another router at home gives these out; providers use the other private ranges.
    const isFromHome = routerWan?.text.startsWith('192.168.') === true
    return upstream === null && ((isProvidersBox && !isFromHome) || isShared) ? 'provider' : null
  }
  if (routerWan?.version === 4) return null
  if (named?.building && named.carrierNat.usual === 'yes') return 'building'
  if (named?.ipv4 === 'ds-lite') return 'ds-lite'
  return named?.ipv4 === 'shared' ? 'provider' : null
}

/** Returns what is known of the port ranges of a provider's lines; null if they have all ports of their address. */
export function sharedPortsOf(isp: Isp | null): NonNullable<Isp['sharedPorts']> | null {
  return isp?.sharedPorts ?? (isp?.ipv4 === 'map-e' ? { usual: 'yes', range: null, whole: null } : null)
}

/** The box that assigned an address, judging by the box's own address; `brand` is null if several brands use that one. */
interface Upstream {
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

/** The kinds of internet address that a router may show. `shared`: carrier-grade NAT; `down`: none; `unknown`: missing, or IPv6. */
const WANS = ['public', 'private', 'shared', 'down', 'unknown'] as const
export type Wan = (typeof WANS)[number]

/** Blocks that are neither public nor private. DS-Lite and 464XLAT lines show the first (RFC 7335), which is shared as in RFC 6598. */
const NAMED_BLOCKS: Record<string, Wan> = {
  'service-continuity': 'shared',
  'this-network': 'down',
  // Documentation uses these in place of public addresses.
  documentation: 'public',
}

export function wanOf(address: Address | null): Wan {
  if (!address || address.version === 6) return 'unknown'
  const { scope, block } = classify(address)
  if (scope === 'public' || scope === 'private' || scope === 'shared') return scope
  return scope === 'link-local' ? 'down' : (NAMED_BLOCKS[block?.name ?? ''] ?? 'unknown')
}

/** The address translation between a router and the internet. */
export const NAT_VERDICTS = ['none', 'double-nat', 'carrier-grade', 'unknown'] as const
export type NatVerdict = (typeof NAT_VERDICTS)[number]

/**
 * Compares the internet address that a router shows with the address of the requester (null if that is unknown). A private or shared
 * address is conclusive by itself. Two different public addresses prove nothing: the request may have come over the other family,
 * or through a VPN. An IPv6 address of the router says nothing about port forwarding, which applies to IPv4 only.
 */
export function natOf(routerWan: Address | null, seen: Address | null): NatVerdict {
  if (!routerWan || routerWan.version === 6) return 'unknown'
  if (routerWan.text === seen?.text) return 'none'
  const wan = wanOf(routerWan)
  if (wan === 'shared') return 'carrier-grade'
  return wan === 'private' ? 'double-nat' : 'unknown'
}
