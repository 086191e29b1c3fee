import type { Address } from '../../policy/address.ts'
import { inSame24 } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Brand, Isp } from '../catalogue/schema.ts'
import { upstreamOf } from '../judgement/line.ts'

/** The reason why an address is probably not that of a device behind the router. */
export interface Doubt {
  /** `inside`: on a network inside one machine, of its containers or virtual machines; `upstream`: on that before the router; `unusual`: other boxes give it out. */
  readonly because: 'router' | 'inside' | 'upstream' | 'unusual'
  /** The usual address of the router. */
  readonly gateway: string
}

/** Returns whether the address of the device is on a network inside one machine, where no router can reach it. */
export function isInside({ doubt }: { readonly doubt: Doubt | null }): boolean {
  return doubt?.because === 'inside'
}

/** Returns why an address is probably not that of a device behind the router. */
export function doubtOf(internalIp: string, brand: Brand, routerWan: Address | null, catalogue: Catalogue): Doubt | null {
  const [gateway = ''] = brand.gateways
  if (brand.gateways.includes(internalIp)) return { because: 'router', gateway }
  if (routerWan !== null && inSame24(internalIp, routerWan.text)) return { because: 'upstream', gateway }
  if (INSIDE.test(internalIp) && !isAtHome(internalIp, catalogue)) return { because: 'inside', gateway }
  if (isFrom(brand, internalIp)) return null
  return isAtHome(internalIp, catalogue) ? { because: 'unusual', gateway } : null
}

/** Returns the other box that alone gives out such an address; null if the router may. `isp` is the provider of the line, whose box comes first. */
export function boxOf(internalIp: string, brand: Brand, catalogue: Catalogue, isp: Isp | null): Brand | null {
  return isFrom(brand, internalIp) ? null : (upstreamOf(catalogue, internalIp, isp)?.brand ?? null)
}

/** Returns whether an address may come from a router of a brand: of one that is not known, anything may. */
function isFrom({ kind, gateways }: Brand, internalIp: string): boolean {
  return kind === 'generic' || gateways.length === 0 || gateways.some((one) => inSame24(one, internalIp))
}

/** Networks inside machines: Docker and WSL use 172.16.0.0/12, but for that of an iPhone's hotspot, VirtualBox and libvirt the other two. */
const INSIDE = /^(?:172\.(?!20\.10\.)(?:1[6-9]|2\d|3[01])|10\.0\.2|192\.168\.122)\./

function isAtHome(internalIp: string, { brands, isps }: Catalogue): boolean {
  return [...brands, ...isps].some(({ gateways }) => gateways.some((gateway) => inSame24(gateway, internalIp)))
}
