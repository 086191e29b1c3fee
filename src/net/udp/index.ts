import type { PublicEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { heard } from '../hearing.ts'
import { probeUdp, type UdpFinding } from './probe.ts'

/** UDP for one request. */
export class Udp {
  constructor(private readonly bounds: Bounds) {}

  /** Probes whether a datagram answers one of the payloads. */
  probe(endpoint: PublicEndpoint, payloads: readonly Uint8Array[]): Promise<UdpFinding> {
    return heard(probeUdp(endpoint, payloads, this.bounds), this.bounds.signal)
  }
}
