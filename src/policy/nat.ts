import type { Address } from './address.ts'
import { classify } from './classify.ts'

/** What stands between a router and the internet. */
export const NAT_VERDICTS = ['none', 'double-nat', 'carrier-grade', 'unknown'] as const
export type NatVerdict = (typeof NAT_VERDICTS)[number]

/** What a DS-Lite or 464XLAT line shows as its address: the carrier translates it (RFC 7335). */
const CARRIER_BLOCKS = ['service-continuity', 'shared-address-space']

/**
 * Compares the internet address that a router shows with the one that the requester is seen at. A private or shared one tells
 * by itself, over whichever family the request came. Two public addresses that differ prove nothing: the request may have come
 * over the other family, or through a VPN.
 */
export function natOf(routerWan: Address | null, seen: Address): NatVerdict {
  if (!routerWan) return 'unknown'
  if (routerWan.text === seen.text) return 'none'
  const { scope, block } = classify(routerWan)
  if (block && CARRIER_BLOCKS.includes(block.name)) return 'carrier-grade'
  return scope === 'private' ? 'double-nat' : 'unknown'
}
