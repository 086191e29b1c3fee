import { type Address, addressOfBytes, blockText, contains, parseAddress, parseBlock } from '../../../policy/address.ts'
import { admitGateway, type Gateway } from '../../../policy/gateway.ts'
import type { OwnAddress, Sources } from '../sources.ts'

/** A way out of this computer through another machine. */
interface WayOut {
  readonly interface: string
  readonly gateway: Address
  readonly metric: number
  /** Whether it leads everywhere, or to one address: VPNs leave such a route to their server where the default route was. */
  readonly isDefault: boolean
}

/** The outcome of looking at the routes. */
export interface Network {
  readonly address: string | null
  readonly address6: string | null
  readonly interface: string | null
  readonly vpn: boolean
  readonly gateways: { readonly v4: Gateway | null; readonly v6: Gateway | null }
}

const UP_GATEWAY = 0x3
const REJECT = 0x200
/** The kinds of interface without an address of hardware: tunnels of every sort (if_arp.h). */
const TUNNEL_TYPES = ['65534', '768', '769', '776', '777', '778', '823']
/** The marks of interfaces that packets really leave by. */
const HARDWARE = ['device', 'bridge', 'bonding', 'lower']
/** IPv6 addresses that are not to be used any more, or not yet: deprecated, tentative, duplicate (if_addr.h). */
const UNUSABLE = 0x20 | 0x40 | 0x08
const TEMPORARY = 0x01
const ROUTES_MAX = 4096

/** One version of IP: the interface that packets to the internet leave by, and the router of the home. */
interface Side {
  readonly leaving: string | null
  readonly gateway: Gateway | null
  readonly address: string | null
}

/** Looks at the routes of Linux. */
export function lookAtRoutes(sources: Sources): Network {
  const own = sources.addresses()
  const v4 = sideOf(4, waysOut4(sources.read('/proc/net/route') ?? ''), own, sources)
  const v6 = sideOf(6, waysOut6(sources.read('/proc/net/ipv6_route') ?? ''), own, sources)
  return {
    address: v4.address,
    address6: v6.address,
    interface: v4.gateway?.interface_ ?? v6.gateway?.interface_ ?? v4.leaving ?? v6.leaving,
    vpn: isByVpn(v4, sources) || isByVpn(v6, sources),
    gateways: { v4: v4.gateway, v6: v6.gateway },
  }
}

function sideOf(version: 4 | 6, ways: readonly WayOut[], own: readonly OwnAddress[], sources: Sources): Side {
  const source = sources.source(version)
  const leaving = own.find(({ address }) => address === source)?.interface ?? null
  const isInTunnel = leaving !== null && isTunnel(leaving, sources)
  const rank = (way: WayOut) => (way.isDefault ? 0 : 2 ** 34) + (way.interface === leaving ? 0 : 2 ** 33) + way.metric
  const [best] = ways
    .filter((way) => (way.isDefault || isInTunnel) && !isTunnel(way.interface, sources))
    .toSorted((one, other) => rank(one) - rank(other))
  const address = best && ownTowards(best, source, usable(own, sources))
  const gateway = best && address ? admitGateway({ gateway: best.gateway, interface: best.interface, own: address }) : null
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
  const here = own.filter((one) => one.interface === name && parseAddress(one.address)?.version === gateway.version)
  return parseAddress(here.toSorted((one, other) => rank(other) - rank(one))[0]?.address ?? '')
}

function isByVpn({ leaving, gateway }: Side, sources: Sources): boolean {
  if (leaving === null || leaving === 'lo') return false
  const isElsewhere = gateway !== null && leaving !== gateway.interface_
  return isTunnel(leaving, sources) || (isElsewhere && !isHardware(leaving, sources))
}

function isTunnel(name: string, sources: Sources): boolean {
  const type = sources.read(`/sys/class/net/${name}/type`)?.trim() ?? ''
  return TUNNEL_TYPES.includes(type) || sources.read(`/sys/class/net/${name}/tun_flags`) !== null
}

function isHardware(name: string, sources: Sources): boolean {
  return sources.list(`/sys/class/net/${name}`).some((entry) => HARDWARE.some((mark) => entry.startsWith(mark)))
}

/** Returns the addresses that others can reach, the lasting ones first: no link-local ones, and none that the kernel has given up. */
function usable(own: readonly OwnAddress[], sources: Sources): OwnAddress[] {
  const flags = new Map(
    (sources.read('/proc/net/if_inet6') ?? '').split('\n').flatMap((line) => {
      const [bytes = '', , , , flag = ''] = line.split(/\s+/)
      const address = addressOfBytes(Buffer.from(bytes, 'hex'))
      return address ? [[address.text, Number.parseInt(flag, 16)] as const] : []
    }),
  )
  const flagsOf = ({ address }: OwnAddress) => flags.get(address) ?? 0
  const rank = (one: OwnAddress) => (flagsOf(one) & TEMPORARY) + (/^f[cd]/.test(one.address) ? 2 : 0)
  return own
    .filter((one) => !/^fe[89ab]/.test(one.address) && (flagsOf(one) & UNUSABLE) === 0)
    .toSorted((one, other) => rank(one) - rank(other))
}

/** Returns the ways out of /proc/net/route, which writes addresses as numbers of this machine, in hex. */
export function waysOut4(table: string): WayOut[] {
  return table
    .split('\n', ROUTES_MAX)
    .slice(1)
    .flatMap((line) => {
      const [name = '', destination = '', gateway = '', flags = '', , , metric = '', mask = ''] = line.split('\t')
      const address = addressOfBytes(Buffer.from(gateway, 'hex').reverse())
      const isHost = mask === 'FFFFFFFF'
      const isDefault = destination === '00000000' && mask === '00000000'
      if (!address || !(isHost || isDefault) || !leadsOut(flags)) return []
      return [{ interface: name, gateway: address, metric: Number(metric), isDefault }]
    })
}

/** Returns the ways out of /proc/net/ipv6_route. */
export function waysOut6(table: string): WayOut[] {
  return table.split('\n', ROUTES_MAX).flatMap((line) => {
    const [destination = '', bits = '', , , gateway = '', metric = '', , , flags = '', name = ''] = line.trim().split(/\s+/)
    const address = addressOfBytes(Buffer.from(gateway, 'hex'))
    const isDefault = bits === '00' && /^0+$/.test(destination)
    if (!address || !(isDefault || bits === '80') || !leadsOut(flags)) return []
    return [{ interface: name, gateway: address, metric: Number.parseInt(metric, 16), isDefault }]
  })
}

function leadsOut(flags: string): boolean {
  const value = Number.parseInt(flags, 16)
  return (value & UP_GATEWAY) === UP_GATEWAY && (value & REJECT) === 0
}
