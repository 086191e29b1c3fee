import type { Facts } from './situation.ts'
import type { topologyText } from './topology.text.ts'

export const TOPOLOGIES = ['single', 'isp-plus-router', 'bridge', 'unknown'] as const
type Topology = (typeof TOPOLOGIES)[number]

/**
 * A box to log in to. `own`: the caller's router. `isp`: the provider's box at its usual address, or at the gateway if that is
 * its own. `upstream`: the box that assigned the router its private WAN address. `off-path`: the caller's own router, if it does not
 * route for this device. `common`: addresses that many routers use.
 */
export type BoxRole = 'own' | 'isp' | 'upstream' | 'off-path' | 'common'

export interface Row {
  readonly when: { readonly [Fact in keyof Facts]?: readonly Facts[Fact][] }
  readonly topology: Topology
  /** The order in which to log in: the router closest to the device first. */
  readonly roles: readonly BoxRole[]
  /** The key of the sentence that says why. */
  readonly because: keyof (typeof topologyText)['en']
}

/** The first row whose facts all match decides. A WAN address comes from the router itself, so it outweighs every guess. */
export const ROWS: readonly Row[] = [
  // The network of a building: residents cannot log in to its equipment.
  { when: { wan: ['shared', 'carrier'], isp: ['building'] }, topology: 'single', roles: ['own'], because: 'carrier' },
  // Carrier-grade NAT: no box at home assigned the WAN address, so only one router is at home.
  { when: { wan: ['shared', 'carrier'], gateway: ['isp'] }, topology: 'single', roles: ['isp'], because: 'carrier' },
  {
    when: { wan: ['shared', 'carrier'], brand: ['isp'], gateway: ['none', 'open', 'changed'] },
    topology: 'single',
    roles: ['isp'],
    because: 'carrier',
  },
  { when: { wan: ['shared', 'carrier'] }, topology: 'single', roles: ['own'], because: 'carrier' },
  // A public WAN address: no router upstream.
  { when: { wan: ['public'], gateway: ['isp'] }, topology: 'single', roles: ['isp'], because: 'public-isp' },
  { when: { wan: ['public'], brand: ['personal'], isp: ['box'] }, topology: 'bridge', roles: ['own'], because: 'public-bridge' },
  {
    when: { wan: ['public'], brand: ['isp'], gateway: ['personal'] },
    topology: 'bridge',
    roles: ['own'],
    because: 'public-bridge',
  },
  { when: { wan: ['public'], brand: ['isp'] }, topology: 'single', roles: ['isp'], because: 'public-isp' },
  { when: { wan: ['public'], gateway: ['changed'] }, topology: 'single', roles: ['own'], because: 'public-single' },
  {
    when: { wan: ['public'], brand: ['none', 'unknown'], isp: ['box'], gateway: ['personal'] },
    topology: 'bridge',
    roles: ['own'],
    because: 'public-bridge',
  },
  {
    when: { wan: ['public'], brand: ['none', 'unknown'], isp: ['box'] },
    topology: 'single',
    roles: ['own', 'isp'],
    because: 'public-single',
  },
  { when: { wan: ['public'] }, topology: 'single', roles: ['own'], because: 'public-single' },
  // A building without a public address.
  {
    when: { wan: ['private', 'outer'], isp: ['building'] },
    topology: 'isp-plus-router',
    roles: ['own'],
    because: 'building-nat',
  },
  {
    when: { brand: ['personal', 'unknown'], isp: ['building'] },
    topology: 'isp-plus-router',
    roles: ['own'],
    because: 'building-nat',
  },
  { when: { isp: ['building'] }, topology: 'unknown', roles: ['own'], because: 'building-open' },
  // A private WAN address: a box upstream assigned it. The device is on the network of that box, so that it is the one that counts.
  { when: { wan: ['outer'], gateway: ['personal'] }, topology: 'isp-plus-router', roles: ['own'], because: 'private-wan' },
  { when: { wan: ['outer'] }, topology: 'isp-plus-router', roles: ['isp', 'off-path'], because: 'own-is-beside' },
  {
    when: { wan: ['private'], brand: ['personal'], gateway: ['isp'] },
    topology: 'isp-plus-router',
    roles: ['isp', 'off-path'],
    because: 'own-is-beside',
  },
  {
    when: { wan: ['private'], gateway: ['isp'] },
    topology: 'isp-plus-router',
    roles: ['isp', 'upstream'],
    because: 'private-wan-isp',
  },
  {
    when: { wan: ['private'], brand: ['isp'], gateway: ['none', 'open', 'changed'] },
    topology: 'isp-plus-router',
    roles: ['isp', 'upstream'],
    because: 'private-wan-isp',
  },
  { when: { wan: ['private'] }, topology: 'isp-plus-router', roles: ['own', 'upstream'], because: 'private-wan' },
  // No WAN address.
  { when: { gateway: ['changed'] }, topology: 'unknown', roles: ['own'], because: 'changed' },
  {
    when: { brand: ['personal'], gateway: ['isp'] },
    topology: 'isp-plus-router',
    roles: ['isp', 'off-path'],
    because: 'own-is-beside',
  },
  {
    when: { brand: ['personal'], isp: ['box'] },
    topology: 'isp-plus-router',
    roles: ['own', 'isp'],
    because: 'isp-hands-out-box',
  },
  { when: { brand: ['personal'] }, topology: 'single', roles: ['own'], because: 'only-own' },
  {
    when: { brand: ['isp'], gateway: ['personal'] },
    topology: 'isp-plus-router',
    roles: ['own', 'isp'],
    because: 'gateway-not-of-isp',
  },
  { when: { brand: ['isp'] }, topology: 'single', roles: ['isp'], because: 'only-isp' },
  { when: { gateway: ['isp'] }, topology: 'single', roles: ['isp'], because: 'gateway-of-isp' },
  {
    when: { isp: ['box'], gateway: ['personal'] },
    topology: 'isp-plus-router',
    roles: ['own', 'isp'],
    because: 'gateway-not-of-isp',
  },
  { when: { gateway: ['personal'] }, topology: 'single', roles: ['own'], because: 'gateway-of-own' },
  { when: { brand: ['unknown'], isp: ['box'] }, topology: 'unknown', roles: ['own', 'isp'], because: 'unknown-brand' },
  { when: { isp: ['box'] }, topology: 'single', roles: ['isp'], because: 'provider-alone' },
  { when: { gateway: ['open'] }, topology: 'unknown', roles: ['own'], because: 'nothing-known' },
]

/** The row for a request that says nothing useful. */
const OTHERWISE: Row = { when: {}, topology: 'unknown', roles: ['own', 'common'], because: 'nothing-known' }

export function decide(facts: Facts): Row {
  return ROWS.find(({ when }) => holds(when, facts)) ?? OTHERWISE
}

function holds({ wan, brand, isp, gateway }: Row['when'], facts: Facts): boolean {
  return (
    (wan?.includes(facts.wan) ?? true) &&
    (brand?.includes(facts.brand) ?? true) &&
    (isp?.includes(facts.isp) ?? true) &&
    (gateway?.includes(facts.gateway) ?? true)
  )
}
