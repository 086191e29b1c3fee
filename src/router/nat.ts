import type { Address } from '../policy/address.ts'
import { classify } from '../policy/classify.ts'

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
