import { withDeadline } from '../../platform/deadline.ts'
import { randomBytes } from '../../platform/lazy-modules.ts'
import { parseAddress } from '../../policy/address.ts'
import { Gateway, isPublic } from '../../policy/gateway.ts'
import { Channel, LOOKING, MappingOpener, type Peer, peerOf } from './exchange.ts'
import {
  ADDRESS_REQUEST,
  announceRequest,
  mapRequest,
  NAT_PMP,
  NONCE_BYTES,
  pcpTo,
  readAddress,
  readAnnounced,
  readMapped,
} from './pcp.ts'
import type { AskedPort, GatewaySeen, Opener, ToldWan, Way } from './types.ts'
import { Control } from './upnp/control.ts'
import { findDevice } from './upnp/device.ts'
import { lineAmong, rulesFor, UpnpOpener } from './upnp/opener.ts'

export * from './types.ts'

/**
 * Asks the gateway by every protocol side by side, within 1.5 seconds where it is silent. Nothing stays changed: a rule is made only where
 * nothing else tells the address towards the internet, and taken back at once.
 */
export async function lookAtGateway(gateway: Gateway, asked: readonly AskedPort[], signal: AbortSignal): Promise<GatewaySeen> {
  const peer = peerOf(gateway)
  const [isPcp, natPmp, upnp] = await Promise.all([
    speaksPcp(peer, signal),
    lookByNatPmp(peer, signal),
    lookByUpnp(gateway, asked, signal),
  ])
  const protocols: GatewaySeen['protocols'][number][] = []
  const openers: Opener[] = []
  if (isPcp) {
    protocols.push('pcp')
    openers.push(new MappingOpener(pcpTo(peer), peer, signal))
  }
  if (natPmp) {
    protocols.push('nat-pmp')
    openers.push(new MappingOpener(NAT_PMP, peer, signal))
  }
  if (upnp) protocols.push(`upnp-igd${upnp.version}`)
  if (upnp?.opener) openers.push(upnp.opener)
  const isTold = natPmp?.wanIp || upnp?.wanIp || peer.own.version === 6
  const pcp = isPcp && !isTold ? await glanceByPcp(peer, signal) : null
  return {
    protocols,
    openers,
    ...bestOf({ pcp, 'nat-pmp': natPmp, upnp }),
    model: upnp?.model ?? null,
    manufacturer: upnp?.manufacturer ?? null,
    rules: upnp?.rules ?? null,
  }
}

/** The lifetime of a rule that is made only to learn an address. Gateways make more of it, mostly two minutes. */
const GLANCE_S = 30

/** Asks for the address towards the internet; null if the gateway does not speak NAT-PMP. */
async function lookByNatPmp(peer: Peer, signal: AbortSignal): Promise<ToldWan | null> {
  if (peer.own.version === 6) return null
  using channel = await Channel.open(peer, signal)
  const answer = await channel?.ask(ADDRESS_REQUEST, readAddress, LOOKING)
  return typeof answer === 'object' && answer.isSpoken ? answer : null
}

async function speaksPcp(peer: Peer, signal: AbortSignal): Promise<boolean> {
  using channel = await Channel.open(peer, signal)
  const answer = await channel?.ask(announceRequest(peer.own), readAnnounced, LOOKING)
  return typeof answer === 'object' && answer.isSpoken
}

/**
 * Learns the address towards the internet from a rule that is taken back at once. It leads to the socket that asks, which hears only the
 * gateway. Null if there is no answer.
 */
export async function glanceByPcp(peer: Peer, signal: AbortSignal): Promise<ToldWan | null> {
  using channel = await Channel.open(peer, signal)
  if (!channel || signal.aborted) return null
  const [nonce, internalPort] = [randomBytes(NONCE_BYTES), channel.port]
  const messageOf = (lifetimeS: number) =>
    mapRequest(peer.own, nonce, { protocol: 'udp', internalPort, externalPort: 0, lifetimeS })
  const ask = (request: Buffer) => channel.ask(request, (datagram) => readMapped(datagram, request, peer.own.version), LOOKING)
  const answer = await ask(messageOf(GLANCE_S))
  if (typeof answer === 'object' && 'failed' in answer)
    return { wanIp: answer.wanIp ?? null, saysNoAddress: answer.failed === 'no-address' }
  if (typeof answer === 'object') await ask(messageOf(0))
  // The rule may be there although no answer came.
  if (typeof answer === 'string' || signal.aborted) channel.tell(messageOf(0))
  return typeof answer === 'string' ? null : { wanIp: answer.externalIp, saysNoAddress: false }
}

/** Time for everything over UPnP together. */
const UPNP_MS = 6000

/**
 * Finds and asks the gateway over UPnP (Internet Gateway Device); null if it does not speak it. When the signal fires it returns what is
 * known by then. Nothing throws. Over IPv6 no address is asked for, and pinholes cannot be listed; without a service of its version of IP
 * it has no opener.
 */
export function lookByUpnp(gateway: Gateway, asked: readonly AskedPort[], signal: AbortSignal) {
  Gateway.assert(gateway)
  return withDeadline(UPNP_MS, signal, async (cut) => {
    const device = await findDevice(gateway, cut)
    if (!device) return null
    const { version, model, manufacturer, connections, pinholes } = device
    const isOver4 = gateway.address.version === 4
    const line = isOver4 ? await lineAmong(connections.map((service) => new Control(gateway, service, cut))) : null
    const rules = line && asked.length > 0 ? await rulesFor(line.control, asked, gateway.own) : null
    const { wanIp = null, saysNoAddress = false } = line ?? {}
    const opener = (isOver4 ? connections[0] : pinholes) ? new UpnpOpener(gateway, device, signal) : null
    return { version, model, manufacturer, wanIp, saysNoAddress, rules, opener }
  })
}

/** The ways that tell the address, the one that is believed first. */
const TELLERS = ['nat-pmp', 'upnp', 'pcp'] as const satisfies readonly Way[]

/** Returns the address that was told, by which way, and whether there is none that others could reach. */
export function bestOf(told: Readonly<Record<Way, ToldWan | null>>) {
  const wanIpFrom = TELLERS.find((way) => told[way]?.wanIp) ?? null
  const wanIp = wanIpFrom && (told[wanIpFrom]?.wanIp ?? null)
  const address = parseAddress(wanIp ?? '')
  // One protocol may not know what another one tells.
  const saysNoAddress = TELLERS.some((way) => told[way]?.saysNoAddress) && !(address && isPublic(address))
  return { wanIp, wanIpFrom, saysNoAddress }
}
