import { cleanText } from '../../contract/clean.ts'
import { type Address, blockText, contains, parseAddress, parseBlock } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { admitGateway } from '../../policy/gateway.ts'
import type { ListeningSeen, OwnAddress } from './sources.ts'

const LINK_LOCAL = /^fe[89ab]/

/** A way out of this computer through another machine. */
export interface WayOut {
  readonly interface: string
  readonly gateway: Address
  readonly metric: number
  /** Whether it leads everywhere, or to one address: VPNs leave such a route to their server where the default route was. */
  readonly isDefault: boolean
}

/** The routes of a computer, as its system tells them. */
export interface Routes {
  readonly ways: Readonly<Record<4 | 6, readonly WayOut[]>>
  /** The address that packets to the internet have, and the interface that they leave by; null where that is not known. */
  readonly source: Readonly<Record<4 | 6, string | null>>
  readonly leaving: Readonly<Record<4 | 6, string | null>>
  /** The addresses that others can reach, the lasting ones first. */
  readonly own: readonly OwnAddress[]
  /** Whether an interface leads through another one. */
  isTunnel(name: string): boolean
  /** Whether packets really leave by it. */
  isHardware(name: string): boolean
}

/** Returns the place of a computer by its routes; link-local addresses are no use to others, and are left out. */
export function networkOf(routes: Routes) {
  const [v4, v6] = [sideOf(4, routes), sideOf(6, routes)]
  return {
    address: v4.address,
    address6: v6.address,
    interface: v4.gateway?.interface_ ?? v6.gateway?.interface_ ?? v4.leaving ?? v6.leaving,
    vpn: isByVpn(v4, routes) || isByVpn(v6, routes),
    gateways: { v4: v4.gateway, v6: v6.gateway },
  }
}
export type Network = ReturnType<typeof networkOf>

/** Returns, for one version of IP, the interface that packets to the internet leave by, the router of the home, and the own address. */
function sideOf(version: 4 | 6, routes: Routes) {
  const source = routes.source[version]
  const leaving = routes.leaving[version]
  const isInTunnel = leaving !== null && routes.isTunnel(leaving)
  const rank = (way: WayOut) => (way.isDefault ? 0 : 2 ** 34) + (way.interface === leaving ? 0 : 2 ** 33) + way.metric
  const [gateway = null] = routes.ways[version]
    .filter((way) => (way.isDefault || isInTunnel) && !routes.isTunnel(way.interface))
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((way) => {
      const own = ownTowards(way, source, routes.own)
      const gateway = own && admitGateway({ gateway: way.gateway, interface: way.interface, own })
      return gateway ? [gateway] : []
    })
  // Without a router the computer is connected to the internet itself.
  return { leaving, gateway, address: gateway?.own.text ?? (isInTunnel ? null : source) }
}

/** Returns the own address towards a gateway: the one that packets have, where they leave that way. */
function ownTowards({ interface: name, gateway }: WayOut, source: string | null, own: readonly OwnAddress[]): Address | null {
  const rank = ({ address, prefix }: OwnAddress) => {
    const parsed = parseAddress(address)
    const block = parsed && parseBlock(blockText(parsed, prefix))
    return (address === source ? 2 : 0) + (block && contains(block, gateway) ? 1 : 0)
  }
  const here = own.filter(
    (one) => one.interface === name && !LINK_LOCAL.test(one.address) && parseAddress(one.address)?.version === gateway.version,
  )
  return parseAddress(here.toSorted((one, other) => rank(other) - rank(one))[0]?.address ?? '')
}

function isByVpn({ leaving, gateway }: ReturnType<typeof sideOf>, routes: Routes): boolean {
  if (leaving === null || leaving === 'lo') return false
  const isElsewhere = gateway !== null && leaving !== gateway.interface_
  return routes.isTunnel(leaving) || (isElsewhere && !routes.isHardware(leaving))
}

/** A socket that waits for others on the asked port. */
export interface Socket {
  readonly address: Address
  /** Whether a socket of IPv6 on every address takes IPv4 as well. */
  readonly takesBoth: boolean
  readonly program: string | null
}

const NAME_MAX = 32
const PROGRAMS_MAX = 3
const ADDRESSES_MAX = 20

/** Returns the sockets of a port as one answer; null if there are none. */
export function listeningOf(sockets: readonly Socket[]): ListeningSeen | null {
  if (sockets.length === 0) return null
  const outer = sockets.filter(({ address }) => classify(address).scope !== 'loopback')
  const heard = outer.length > 0 ? outer : sockets
  const has4 = heard.some(({ address, takesBoth }) => address.version === 4 || takesBoth)
  const has6 = heard.some(({ address }) => address.version === 6)
  const only = has4 ? 'ipv4' : 'ipv6'
  // The programs that others reach are named; one on loopback beside them is another matter.
  const programs = [...new Set(heard.map(({ program }) => program))].filter((name) => name !== null)
  return {
    program: programs.length > 0 ? programs.slice(0, PROGRAMS_MAX).join(', ') : null,
    addresses: [...new Set(sockets.map(({ address }) => address.text))].slice(0, ADDRESSES_MAX),
    onlyLoopback: outer.length === 0,
    family: has4 && has6 ? 'both' : only,
  }
}

/** Returns a socket on an address as the system writes it; "*" is every one. Null if it cannot be read. */
export function socketAt(text: string, takesBoth: boolean, program: string | null): Socket | null {
  const address = parseAddress(text === '*' ? '0.0.0.0' : (text.split('%')[0] ?? ''))
  return (
    address && { address, takesBoth: takesBoth && address.text === '::', program: program === null ? null : cleanName(program) }
  )
}

/** Returns the name of a program for showing: any program may name itself as it likes. */
export function cleanName(text: string): string | null {
  return cleanText(text).trim().slice(0, NAME_MAX) || null
}
