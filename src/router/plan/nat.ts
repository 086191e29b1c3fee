import type { Address } from '../../policy/address.ts'
import { type NatVerdict, natOf } from '../../policy/nat.ts'
import type { Catalogue } from '../catalogue.ts'
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

/** The box before a router, as far as its address tells; `brand` is null where several have that address. */
export interface Upstream {
  readonly gateway: string
  readonly brand: Brand | null
}

/** The provider's box that gave a router a private address: the one whose own address is in the same /24. */
export function upstreamOf({ brands }: Catalogue, routerWan: Address): Upstream | null {
  const neighbours = `${routerWan.text.split('.', 3).join('.')}.`
  const boxes = brands
    .filter(({ kind }) => kind === 'isp')
    .flatMap((brand) => brand.gateways.filter((gateway) => gateway.startsWith(neighbours)).map((gateway) => ({ brand, gateway })))
  const [first, ...others] = boxes
  if (!first || others.some(({ gateway }) => gateway !== first.gateway)) return null
  return { gateway: first.gateway, brand: others.length === 0 ? first.brand : null }
}
