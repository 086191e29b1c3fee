import type { Address } from '../policy/address.ts'
import { classify } from '../policy/classify.ts'

/**
 * What a router shows as its internet address says about the line. `shared`: the carrier translates. `down`: it has none.
 * `unknown`: none was given, or one that says nothing (IPv6, or an address that no line has).
 */
export const WANS = ['public', 'private', 'shared', 'down', 'unknown'] as const
export type Wan = (typeof WANS)[number]

/** Blocks that are neither public nor private. A DS-Lite or 464XLAT line shows the first (RFC 7335): as shared as RFC 6598. */
const NAMED_BLOCKS: Record<string, Wan> = {
  'service-continuity': 'shared',
  'this-network': 'down',
  // It stands in an example for a public one.
  documentation: 'public',
}

export function wanOf(address: Address | null): Wan {
  if (!address || address.version === 6) return 'unknown'
  const { scope, block } = classify(address)
  if (scope === 'public' || scope === 'private' || scope === 'shared') return scope
  return scope === 'link-local' ? 'down' : (NAMED_BLOCKS[block?.name ?? ''] ?? 'unknown')
}

/** What stands between a router and the internet. */
export const NAT_VERDICTS = ['none', 'double-nat', 'carrier-grade', 'unknown'] as const
export type NatVerdict = (typeof NAT_VERDICTS)[number]

/**
 * Compares the internet address that a router shows with the one that the requester is seen at (null where nobody knows who
 * asks). A private or shared one tells by itself, over whichever family the request came. Two public addresses that differ prove
 * nothing: the request may have come over the other family, or through a VPN.
 */
export function natOf(routerWan: Address | null, seen: Address | null): NatVerdict {
  if (!routerWan) return 'unknown'
  if (routerWan.text === seen?.text) return 'none'
  const wan = wanOf(routerWan)
  if (wan === 'shared') return 'carrier-grade'
  return wan === 'private' || classify(routerWan).scope === 'private' ? 'double-nat' : 'unknown'
}

/** `natOf` for a port forward, which is about IPv4 alone: an IPv6 address of the router says nothing of it. */
export function forwardingNat(routerWan: Address | null, seen: Address | null): NatVerdict {
  return routerWan?.version === 6 ? 'unknown' : natOf(routerWan, seen)
}
