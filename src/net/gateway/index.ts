import type { Gateway } from '../../policy/gateway.ts'
import { peerOf } from './exchange.ts'
import { bestOf, glanceByPcp, lookByNatPmp, speaksPcp } from './look.ts'
import { NAT_PMP } from './nat-pmp.ts'
import { MappingOpener } from './opener.ts'
import { pcpTo } from './pcp.ts'
import type { AskedPort, GatewayProtocol, GatewaySeen, Opener } from './types.ts'
import { lookByUpnp, upnpOpener } from './upnp/index.ts'

export * from './types.ts'

/**
 * Asks the gateway by every protocol side by side, within 1.5 seconds where it is silent. Nothing stays changed: a rule is made only where
 * nothing else tells the address towards the internet, and taken back at once.
 */
export async function lookAtGateway(gateway: Gateway, asked: AskedPort | null, signal: AbortSignal): Promise<GatewaySeen> {
  const peer = peerOf(gateway)
  const [isPcp, natPmp, upnp] = await Promise.all([
    speaksPcp(peer, signal),
    lookByNatPmp(peer, signal),
    lookByUpnp(gateway, asked, signal),
  ])
  const protocols: GatewayProtocol[] = []
  if (isPcp) protocols.push('pcp')
  if (natPmp) protocols.push('nat-pmp')
  if (upnp) protocols.push(`upnp-igd${upnp.version}`)
  const isTold = natPmp?.wanIp || upnp?.wanIp || peer.own.version === 6
  const pcp = isPcp && !isTold ? await glanceByPcp(peer, signal) : null
  return {
    protocols,
    model: upnp?.model ?? null,
    manufacturer: upnp?.manufacturer ?? null,
    ...bestOf({ pcp, 'nat-pmp': natPmp, upnp }),
    rules: upnp?.rules ?? null,
  }
}

/** Returns the ways by which this gateway can be asked for a rule, in the order in which to try them: PCP, NAT-PMP, UPnP; over IPv6 PCP, UPnP. */
export async function openersOf(gateway: Gateway, signal: AbortSignal): Promise<readonly Opener[]> {
  const peer = peerOf(gateway)
  const [isPcp, natPmp, upnp] = await Promise.all([
    speaksPcp(peer, signal),
    lookByNatPmp(peer, signal),
    upnpOpener(gateway, signal),
  ])
  const ways: Opener[] = []
  if (isPcp) ways.push(new MappingOpener(pcpTo(peer), peer, signal))
  if (natPmp) ways.push(new MappingOpener(NAT_PMP, peer, signal))
  return upnp ? [...ways, upnp] : ways
}
