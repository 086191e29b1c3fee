/**
 * The outcomes of a connection. "open": the handshake was completed, or a datagram answered. "refused": TCP was answered with RST.
 * "closed": a router or host reported unreachable or prohibited (ICMP), as over UDP does a host of a port where nothing listens. "timeout":
 * silence. "error": it could not be tried from here.
 */
export const PORT_STATUSES = ['open', 'closed', 'timeout', 'refused', 'error'] as const
type PortStatus = (typeof PORT_STATUSES)[number]

export const LAYERS = ['dns', 'tcp', 'tls', 'http', 'icmp', 'udp', 'local'] as const
export type Layer = (typeof LAYERS)[number]

export interface PortFinding {
  readonly status: PortStatus
  /** Kebab-case, such as "connection-refused", "no-answer", "host-unreachable", "admin-prohibited"; null when open. */
  readonly reason: string | null
  readonly failedLayer: Layer | null
  /** From the first packet to the answer, in milliseconds, by the kernel's own clock where it has one; null without an answer. */
  readonly latencyMs: number | null
  /** The source of the ICMP message, if it was not the target. */
  readonly icmpSource: string | null
  /** The TTL or hop limit with which the ICMP message arrived; null for any other answer. */
  readonly icmpHops: number | null
}
