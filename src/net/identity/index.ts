import { onAbort, withDeadline } from '../../platform/deadline.ts'
import { parseUnmapped } from '../../policy/address.ts'
import { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { nextSlot } from '../pace.ts'
import {
  type Identified,
  type IdentityProtocol,
  type Protocol,
  TCP_PROTOCOLS,
  type TcpProtocol,
  type UdpProtocol,
} from './protocol.ts'
import { askOverTcp } from './tcp-exchange.ts'
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

/** The most messages that one question sends, and the largest: no datagram of ours is in pieces. */
const SENDS_MAX = 2
const SENT_BYTES_MAX = 1200
const READ_BYTES_MAX = 64 * 1024
const DATAGRAMS_READ_MAX = 16

/**
 * Asks over UDP, in two datagrams at most; the first is the protocol's own, unless another one is given. The socket is connected: the
 * kernel drops what others send.
 */
async function askOverUdp(to: RequesterEndpoint, protocol: Protocol, { signal, budget }: Bounds, first?: Buffer) {
  RequesterEndpoint.assert(to)
  const { address, port } = to
  const opening = first ?? protocol.hello({ host: address.text, port })
  if (!opening || (await budget.spendConnection(address.text, signal, SENDS_MAX))) return null
  const { promise, resolve } = Promise.withResolvers<Identified | null>()
  const release = onAbort(signal, () => resolve(null))
  const hear = listener(protocol)
  let socket: Bun.udp.ConnectedSocket<'buffer'> | null = null
  const open = () =>
    Bun.udpSocket({
      hostname: address.version === 6 ? '::' : '0.0.0.0',
      connect: { hostname: address.text, port },
      binaryType: 'buffer',
      socket: {
        data(_, datagram, fromPort, from) {
          if (fromPort !== port || parseUnmapped(from)?.text !== address.text) return
          const heard = budget.takeBytes(datagram.length) ? hear(Buffer.from(datagram)) : null
          if (Buffer.isBuffer(heard)) socket?.send(heard)
          else if (heard !== 'more') resolve(heard)
        },
        error: () => resolve(null),
      },
    })
  try {
    await nextSlot()
    if (signal.aborted) return null
    socket = await open()
    if (!signal.aborted) socket.send(opening)
    return await promise
  } catch {
    // Without a route, for example.
    return null
  } finally {
    release()
    socket?.close()
  }
}

/** Returns what reads one datagram after the other, within bounds: what it says, another message to send, or "more" to wait on; null at the end. */
function listener(protocol: Protocol): (datagram: Buffer) => Identified | Buffer | 'more' | null {
  let [bytesRead, timesRead, sends] = [0, 0, 1]
  return (datagram) => {
    bytesRead += datagram.length
    if (bytesRead > READ_BYTES_MAX || ++timesRead > DATAGRAMS_READ_MAX) return null
    const heard = protocol.read(datagram)
    if (heard === null || heard === 'more' || !('send' in heard)) return heard
    return ++sends > SENDS_MAX || heard.send.length > SENT_BYTES_MAX ? null : heard.send
  }
}
