import type { Side } from '../catalogue/gateway-owners.ts'
import type { Wan } from '../judgement/line.ts'
import type { topologyText } from './route.text.ts'

export const TOPOLOGIES = ['single', 'isp-plus-router', 'bridge', 'unknown'] as const
type Topology = (typeof TOPOLOGIES)[number]

/** A box to log in to. `upstream` assigned the router its private WAN address; `off-path`: the own router, which does not route for this device; `common`: addresses that many use. */
export type BoxRole = 'own' | 'isp' | 'upstream' | 'off-path' | 'common'

/** The facts that the decision table matches. */
export interface TopologyFacts {
  /** `carrier`: private, but given out by the provider; `outer`: of the network that the device is in, whose router is another one then. */
  readonly wan: Wan | 'carrier' | 'outer'
  /** `unknown`: a name that the catalogue does not have, most likely that of a retail router. */
  readonly brand: Side | 'unknown'
  /** Whether the provider supplies a box of its own; `building`: the equipment belongs to the building. */
  readonly isp: 'box' | 'building' | 'none'
  /** The owner of the box at the gateway; `open`: either; `changed`: not the usual address of the provider's box. */
  readonly gateway: Side | 'open' | 'changed'
}

export interface Row {
  readonly when: { readonly [Fact in keyof TopologyFacts]?: readonly TopologyFacts[Fact][] }
  readonly topology: Topology
  /** The order in which to log in: the router closest to the device first. */
  readonly roles: readonly BoxRole[]
  /** The key of the sentence that says why. */
  readonly because: keyof (typeof topologyText)['en']
}

/** The first row whose facts all match decides. A WAN address comes from the router itself, so it outweighs every guess. */
export const ROWS: readonly Row[] = [
  // The network of a building: residents cannot log in to its equipment.
  row({ wan: ['shared', 'carrier'], isp: ['building'] }, 'single', ['own'], 'carrier'),
  // Carrier-grade NAT: no box at home assigned the WAN address, so only one router is at home.
  row({ wan: ['shared', 'carrier'], gateway: ['isp'] }, 'single', ['isp'], 'carrier'),
  row({ wan: ['shared', 'carrier'], brand: ['isp'], gateway: ['none', 'open', 'changed'] }, 'single', ['isp'], 'carrier'),
  row({ wan: ['shared', 'carrier'] }, 'single', ['own'], 'carrier'),
  // A public WAN address: no router upstream.
  row({ wan: ['public'], gateway: ['isp'] }, 'single', ['isp'], 'public-isp'),
  row({ wan: ['public'], brand: ['personal'], isp: ['box'] }, 'bridge', ['own'], 'public-bridge'),
  row({ wan: ['public'], brand: ['isp'], gateway: ['personal'] }, 'bridge', ['own'], 'public-bridge'),
  row({ wan: ['public'], brand: ['isp'] }, 'single', ['isp'], 'public-isp'),
  row({ wan: ['public'], gateway: ['changed'] }, 'single', ['own'], 'public-single'),
  row({ wan: ['public'], brand: ['none', 'unknown'], isp: ['box'], gateway: ['personal'] }, 'bridge', ['own'], 'public-bridge'),
  row({ wan: ['public'], brand: ['none', 'unknown'], isp: ['box'] }, 'single', ['own', 'isp'], 'public-single'),
  row({ wan: ['public'] }, 'single', ['own'], 'public-single'),
  // A building without a public address.
  row({ wan: ['private', 'outer'], isp: ['building'] }, 'isp-plus-router', ['own'], 'building-nat'),
  row({ brand: ['personal', 'unknown'], isp: ['building'] }, 'isp-plus-router', ['own'], 'building-nat'),
  row({ isp: ['building'] }, 'unknown', ['own'], 'building-open'),
  // A private WAN address: a box upstream assigned it. The device is on the network of that box, so that it is the one that counts.
  row({ wan: ['outer'], gateway: ['personal'] }, 'isp-plus-router', ['own'], 'private-wan'),
  row({ wan: ['outer'] }, 'isp-plus-router', ['isp', 'off-path'], 'own-is-beside'),
  row({ wan: ['private'], brand: ['personal'], gateway: ['isp'] }, 'isp-plus-router', ['isp', 'off-path'], 'own-is-beside'),
  row({ wan: ['private'], gateway: ['isp'] }, 'isp-plus-router', ['isp', 'upstream'], 'private-wan-isp'),
  row(
    { wan: ['private'], brand: ['isp'], gateway: ['none', 'open', 'changed'] },
    'isp-plus-router',
    ['isp', 'upstream'],
    'private-wan-isp',
  ),
  row({ wan: ['private'] }, 'isp-plus-router', ['own', 'upstream'], 'private-wan'),
  // No WAN address.
  row({ gateway: ['changed'] }, 'unknown', ['own'], 'changed'),
  row({ brand: ['personal'], gateway: ['isp'] }, 'isp-plus-router', ['isp', 'off-path'], 'own-is-beside'),
  row({ brand: ['personal'], isp: ['box'] }, 'isp-plus-router', ['own', 'isp'], 'isp-hands-out-box'),
  row({ brand: ['personal'] }, 'single', ['own'], 'only-own'),
  row({ brand: ['isp'], gateway: ['personal'] }, 'isp-plus-router', ['own', 'isp'], 'gateway-not-of-isp'),
  row({ brand: ['isp'] }, 'single', ['isp'], 'only-isp'),
  row({ gateway: ['isp'] }, 'single', ['isp'], 'gateway-of-isp'),
  row({ isp: ['box'], gateway: ['personal'] }, 'isp-plus-router', ['own', 'isp'], 'gateway-not-of-isp'),
  row({ gateway: ['personal'] }, 'single', ['own'], 'gateway-of-own'),
  row({ brand: ['unknown'], isp: ['box'] }, 'unknown', ['own', 'isp'], 'unknown-brand'),
  row({ isp: ['box'] }, 'single', ['isp'], 'provider-alone'),
  row({ gateway: ['open'] }, 'unknown', ['own'], 'nothing-known'),
]

/** The row for a request that says nothing useful. */
const OTHERWISE = row({}, 'unknown', ['own', 'common'], 'nothing-known')

function row(when: Row['when'], topology: Topology, roles: readonly BoxRole[], because: Row['because']): Row {
  return { when, topology, roles, because }
}

export function decide(facts: TopologyFacts): Row {
  return ROWS.find(({ when }) => holds(when, facts)) ?? OTHERWISE
}

function holds({ wan, brand, isp, gateway }: Row['when'], facts: TopologyFacts): boolean {
  return (
    (wan?.includes(facts.wan) ?? true) &&
    (brand?.includes(facts.brand) ?? true) &&
    (isp?.includes(facts.isp) ?? true) &&
    (gateway?.includes(facts.gateway) ?? true)
  )
}
