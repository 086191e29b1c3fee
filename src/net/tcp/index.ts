import type { Address } from '../../policy/address.ts'
import type { PublicEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import type { PortFinding } from '../findings.ts'
import { heard } from '../hearing.ts'
import { sourceTo } from '../portable.ts'
import { type FoundPort, probeFirst, probeTcp } from './probe.ts'

/** TCP for one request. */
export class Tcp {
  constructor(private readonly bounds: Bounds) {}

  /** Probes whether a handshake can be completed. */
  probe(endpoint: PublicEndpoint): Promise<PortFinding> {
    return heard(probeTcp(endpoint, this.bounds), this.bounds.signal)
  }

  /** Returns the first open endpoint, otherwise the most telling failure. Null if there are no endpoints. */
  probeFirst(endpoints: readonly PublicEndpoint[]): Promise<FoundPort | null> {
    return probeFirst(endpoints, this.bounds)
  }

  /** Returns the address that this machine sends from; nothing is sent. Null if it cannot be determined. */
  sourceTo(endpoint: PublicEndpoint): Address | null {
    return sourceTo(endpoint)
  }
}
