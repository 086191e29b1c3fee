import { onAbort } from '../../platform/deadline.ts'
import { patient } from '../../platform/testing.ts'
import { parseUnmapped } from '../../policy/address.ts'
import { Gateway } from '../../policy/gateway.ts'

/** The port of PCP and of NAT-PMP. */
const PORT = 5351
/** No message of either is longer (RFC 6887, section 7). */
const MESSAGE_MAX = 1100
/** The datagrams that answer something else, after which nothing more is read. */
const STRANGE_MAX = 16

/** Returns a gateway as a socket meets it. */
export function peerOf(gateway: Gateway) {
  Gateway.assert(gateway)
  const { host, address, own, ownHost, interface_ } = gateway
  return { host, port: PORT, address, own, ownHost, interface_ }
}
export type Peer = Readonly<ReturnType<typeof peerOf>>

/** The times at which a request is sent, and the end of waiting, in milliseconds. */
export interface Patience {
  readonly sendMs: readonly number[]
  readonly endMs: number
}
export const LOOKING: Patience = { sendMs: [0, 250, 750], endMs: 1500 }

/** The lack of an answer. `garbled`: something came that answers nothing. */
type Unanswered = 'silent' | 'garbled'

/**
 * A socket that is bound to the own address and connected to the gateway, so that a VPN does not take its packets and the kernel drops
 * what others send. Nothing throws.
 */
export class Channel implements Disposable {
  #hear: ((datagram: Buffer | null) => void) | null = null
  #socket: Bun.udp.ConnectedSocket<'buffer'> | null = null

  private constructor(private readonly signal: AbortSignal) {}

  /** Null if there is no way to the gateway. */
  static async open(peer: Peer, signal: AbortSignal): Promise<Channel | null> {
    const channel = new Channel(signal)
    try {
      channel.#socket = await Bun.udpSocket({
        hostname: peer.ownHost,
        connect: { hostname: peer.host, port: peer.port },
        binaryType: 'buffer',
        socket: {
          // A packet that came between binding and connecting is still in the queue. Link-local senders have their zone.
          data(_, datagram, port, from) {
            if (port === peer.port && parseUnmapped(from.replace(/%.*/, ''))?.text === peer.address.text)
              channel.#hear?.(Buffer.from(datagram))
          },
          error: () => channel.#hear?.(null),
        },
      })
      return channel
    } catch {
      return null
    }
  }

  /** This computer's port. */
  get port(): number {
    return this.#socket?.port ?? 0
  }

  /** Sends a request until something comes that `read` understands. One request at a time. */
  async ask<Answer extends object>(
    request: Uint8Array,
    read: (datagram: Buffer) => Answer | null,
    { sendMs, endMs }: Patience,
  ): Promise<Answer | Unanswered> {
    const { promise, resolve } = Promise.withResolvers<Answer | Unanswered>()
    let strange = 0
    this.#hear = (datagram) => {
      if (datagram === null) return resolve('silent')
      const answer = datagram.length <= MESSAGE_MAX ? read(datagram) : null
      if (answer) resolve(answer)
      else if (++strange === STRANGE_MAX) resolve('garbled')
    }
    const timers = sendMs.map((afterMs) => setTimeout(() => this.tell(request), patient(afterMs)))
    // An answer may wait to be read where this computer was busy: two turns of the event loop read it.
    const end = () => setImmediate(() => setImmediate(() => resolve(strange > 0 ? 'garbled' : 'silent')))
    timers.push(setTimeout(end, patient(endMs)))
    const release = onAbort(this.signal, () => resolve('silent'))
    try {
      return await promise
    } finally {
      release()
      this.#hear = null
      for (const timer of timers) clearTimeout(timer)
    }
  }

  /** Sends without waiting for anything. */
  tell(request: Uint8Array): void {
    try {
      this.#socket?.send(request)
    } catch {
      this.#hear?.(null)
    }
  }

  [Symbol.dispose](): void {
    this.#socket?.close()
  }
}
