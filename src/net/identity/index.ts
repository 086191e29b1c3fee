import { withDeadline } from '../../platform/deadline.ts'
import { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { askOverTcp, askOverUdp } from './exchange.ts'
import { type Identified, type IdentityProtocol, TCP_PROTOCOLS, type TcpProtocol, type UdpProtocol } from './protocol.ts'
import { OVER_UDP } from './udp-protocols.ts'

export { IDENTITY_PROTOCOLS, type Identified, type IdentityProtocol, PAGE_PROTOCOLS } from './protocol.ts'

/** The way to ask a service who it is. */
export interface IdentityQuery {
  readonly ask: IdentityProtocol
  /** The port of the query, if it is not the one that is checked. */
  readonly port: number | null
  /** Whether nobody named the service: it is the one that most likely uses the port. */
  readonly isLikely?: true
}

/** All of one question, connecting included. */
const TIMEOUT_MS = 1500

/** Asks services of the requester who they are, for one request. */
export class Identity {
  constructor(
    private readonly bounds: Bounds,
    private readonly userAgent: string,
  ) {}

  /**
   * Asks one question; null if nothing that is known here answered. Somebody else than the expected one shows in the kind. `first` takes
   * the place of the first datagram over UDP.
   */
  async ask(to: RequesterEndpoint, protocol: IdentityProtocol, first?: Buffer): Promise<Identified | null> {
    RequesterEndpoint.assert(to)
    const { signal, budget } = this.bounds
    return withDeadline(TIMEOUT_MS, signal, (cut) => {
      const bounds = { signal: cut, budget }
      return isOverTcp(protocol)
        ? askOverTcp(to, protocol, bounds, this.userAgent)
        : askOverUdp(to, OVER_UDP[protocol], bounds, first)
    })
  }
}

/** Returns the first datagram of a protocol over UDP, so that the check of the port itself gets an answer; null for those over TCP. */
export function firstDatagram(protocol: IdentityProtocol): Uint8Array | null {
  return isOverTcp(protocol) ? null : OVER_UDP[protocol].hello({ host: '', port: 0 })
}

function isOverTcp(protocol: TcpProtocol | UdpProtocol): protocol is TcpProtocol {
  return TCP_PROTOCOLS.some((one) => one === protocol)
}

/** Reads what answered the first datagram: what it says of itself, or what is to be sent next; null if it is not of this protocol. */
export function readAnswer(protocol: IdentityProtocol, datagram: Buffer): Identified | { readonly send: Buffer } | null {
  const heard = isOverTcp(protocol) ? null : OVER_UDP[protocol].read(datagram)
  return heard === 'more' ? null : heard
}
