import type { Address } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { forwardingNat, type NatVerdict } from '../nat.ts'
import type { PlanRequest } from './request.ts'
import { type Upstream, upstreamOf } from './upstream.ts'

export const WORKS = ['yes', 'no', 'unknown'] as const

/**
 * The reason why no rule can work. `carrier`: the provider shares the address that the router shows; `provider`: it is known to do so, or
 * shows its own box a private address; `ds-lite`: the line has no IPv4 address at all; `building`: the equipment upstream is the
 * building's; `box`: the box cannot forward.
 */
export type Obstacle = 'carrier' | 'provider' | 'ds-lite' | 'building' | 'box'

/** Whether forwarding can work on the line of a request. */
export interface Feasible {
  readonly works: (typeof WORKS)[number]
  readonly obstacle: Obstacle | null
  readonly nat: NatVerdict
  /** The box that gave the router a private address. */
  readonly upstream: Upstream | null
}

export function feasibleFor(asked: PlanRequest, known: Catalogue, seen: Address | null): Feasible {
  const { routerWan } = asked
  const nat = forwardingNat(routerWan, seen)
  const upstream = nat === 'double-nat' && routerWan ? upstreamOf(known, routerWan.text, asked.isp?.isp ?? null) : null
  const obstacle = nat === 'none' ? null : lineObstacle(asked, nat, upstream)
  const found = obstacle ?? (asked.router.brand.forwards === false ? 'box' : null)
  const works = found ? 'no' : nat === 'none' ? 'yes' : 'unknown'
  return { works, obstacle: found, nat, upstream }
}

function lineObstacle({ router, isp, routerWan }: PlanRequest, nat: NatVerdict, upstream: Upstream | null): Obstacle | null {
  // A provider that is only guessed from the requester's network is never held against a line.
  const named = isp && !isp.guessed ? isp.isp : null
  if (nat === 'carrier-grade') {
    const isDsLite = routerWan !== null && classify(routerWan).block?.name === 'service-continuity'
    return isDsLite || named?.ipv4 === 'ds-lite' ? 'ds-lite' : 'carrier'
  }
  if (nat === 'double-nat') {
    if (named?.building) return 'building'
    // No connection gets as far as a rule at home.
    if (named?.ipv4 === 'shared') return 'provider'
    const isProvidersBox = router.known && router.brand.kind === 'isp'
    const isShared = named?.carrierNat.usual === 'yes'
    return upstream === null && (isProvidersBox || isShared) ? 'provider' : null
  }
  if (routerWan?.version === 4) return null
  if (named?.ipv4 === 'ds-lite') return 'ds-lite'
  return named?.ipv4 === 'shared' ? 'provider' : null
}
