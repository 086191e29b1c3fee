import type { Address } from '../../policy/address.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { inSame24 } from '../catalogue/range.ts'
import type { Brand } from '../catalogue/schema.ts'
import { upstreamOf } from '../judgement/upstream.ts'

/** The reason why an address is probably not that of a device behind the router. */
export type Doubt =
  | { readonly because: 'router' }
  /** The address is on a network inside one machine, that of its containers or virtual machines. */
  | { readonly because: 'inside' }
  /** The address is on the network upstream of the router. */
  | { readonly because: 'upstream' }
  /** The address is on the network of another box, which answers at this gateway. */
  | { readonly because: 'elsewhere'; readonly box: Brand; readonly gateway: string }

export function doubtOf(internalIp: string, brand: Brand, routerWan: Address | null, catalogue: Catalogue): Doubt | null {
  if (brand.gateways.includes(internalIp)) return { because: 'router' }
  if (routerWan !== null && inSame24(internalIp, routerWan.text)) return { because: 'upstream' }
  if (isInsideMachine(internalIp, catalogue)) return { because: 'inside' }
  if (brand.kind === 'generic' || brand.gateways.some((gateway) => inSame24(gateway, internalIp))) return null
  const home = upstreamOf(catalogue, internalIp)
  return home?.brand ? { because: 'elsewhere', box: home.brand, gateway: home.gateway } : null
}

/**
 * Networks inside machines: Docker and WSL use 172.16.0.0/12, VirtualBox and libvirt the other two. Boxes at home in the first are in the
 * catalogue.
 */
const INSIDE = /^(?:172\.(?:1[6-9]|2\d|3[01])|10\.0\.2|192\.168\.122)\./

function isInsideMachine(internalIp: string, { brands, isps }: Catalogue): boolean {
  const isAtHome = [...brands, ...isps].some(({ gateways }) => gateways.some((gateway) => inSame24(gateway, internalIp)))
  return INSIDE.test(internalIp) && !isAtHome
}
