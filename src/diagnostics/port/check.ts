import { Type } from '@sinclair/typebox'
import { oneOf, orNull, PORT } from '../../contract/schema.ts'
import { LAYERS, PORT_STATUSES } from '../../net/findings.ts'
import type { Net } from '../../net/index.ts'
import type { PublicEndpoint } from '../../policy/target.ts'
import { serviceName } from './registered-name.ts'
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
}

/** Probes one port; `isHost`: whether the answer came from the host itself. */
export async function checkPort(net: Pick<Net, 'tcp' | 'udp'>, endpoint: PublicEndpoint, protocol: 'tcp' | 'udp') {
  const { address, port } = endpoint
  const probe = protocol === 'tcp' ? net.tcp.probe(endpoint) : net.udp.probe(endpoint, udpPayloads(port))
  const [finding, service] = await Promise.all([probe, serviceName(port, protocol)])
  const { status, reason, failedLayer, latencyMs, icmpSource } = finding
  return {
    found: { ip: address.text, port, protocol, status, reason, failedLayer, latencyMs, service },
    isHost: icmpSource === null,
  }
}
