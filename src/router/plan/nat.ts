import type { Address } from '../../policy/address.ts'
import { type NatVerdict, natOf } from '../../policy/nat.ts'
import type { Catalogue } from '../catalogue.ts'
import { isBeside } from '../login/gateway.ts'
import { ownersOf } from '../login/owners.ts'
import type { Brand } from '../schema.ts'

/** Stands for the IPv4 address of a requester who came over IPv6. */
const NOT_SEEN: Address = { version: 4, text: '0.0.0.0', words: [0] }

/**
 * `natOf` for a port forward, which is about IPv4 alone: an IPv6 address says nothing of it, and a private IPv4 address says the
 * same to a requester who came over IPv6.
 */
export function forwardingNat(routerWan: Address | null, seen: Address): NatVerdict {
  if (seen.version === 4) return natOf(routerWan, seen)
  const nat = natOf(routerWan, NOT_SEEN)
  return nat === 'none' ? 'unknown' : nat
}

/** The box that gave out an address, as far as its own tells; `brand` is null where several have that one. */
export interface Upstream {
  readonly gateway: string
  readonly brand: Brand | null
}

/** The provider's box that gave out a private address: the one whose own address is in the same /24. */
export function upstreamOf(catalogue: Catalogue, given: string): Upstream | null {
  const gateways = [...catalogue.brands, ...catalogue.isps].flatMap((one) => one.gateways)
  const [gateway, ...others] = new Set(gateways.filter((one) => isBeside(one, given)))
  if (gateway === undefined || others.length > 0) return null
  const owners = ownersOf(gateway, catalogue)
  if (owners.every(({ side }) => side === 'personal')) return null
  const [owner, another] = owners
  return { gateway, brand: another ? null : (owner?.brand ?? null) }
}
