// The way to the gateway's port for PCP and NAT-PMP: questions and answers over it, and rules by either protocol.
import { NEVER, onAbort } from '../../platform/deadline.ts'
import { patient } from '../../platform/testing.ts'
import { parseUnmapped } from '../../policy/address.ts'
import { Gateway } from '../../policy/gateway.ts'
import { type Failed, isUnanswered, type Opened, type Opener, portOf, type Wanted, type Way } from './types.ts'

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

/** Some gateways write their whole firewall anew for one rule. */
const OPENING: Patience = { sendMs: [0, 500, 1500], endMs: 3500 }

/** The messages of a protocol by which a gateway makes rules: one request, which with a lifetime of zero takes the rule back, and its answer. */
export interface MappingProtocol {
  readonly way: Way
  /** Whether only the program that made a rule can take it back. */
  readonly isGuarded: boolean
  request(wanted: Wanted): Buffer
  /** Null for what answers another request. */
  read(datagram: Buffer, request: Buffer): Opened | Failed | null
  /** Returns whether the request is put another way after this refusal. */
  isToRepeat?(refused: Failed): boolean
}

/** Has rules made by such a protocol. */
export class MappingOpener implements Opener {
  readonly way: Way
  /** The ports that have a rule of ours. */
  readonly #kept = new Set<string>()

  constructor(
    private readonly protocol: MappingProtocol,
    private readonly peer: Peer,
    private readonly signal: AbortSignal,
  ) {
    this.way = protocol.way
  }

  async open(wanted: Wanted): Promise<Opened | Failed> {
    const isOver6 = this.peer.own.version === 6
    // Nothing is translated there, so a port cannot become another.
    if (isOver6 && wanted.externalPort !== wanted.internalPort) return { failed: 'unsupported', code: null }
    if (this.signal.aborted) return { failed: 'silent', code: null }
    // Gateways hand over the rule of another program of this computer. And miniupnpd forgets who made a pinhole that is made again.
    if (this.protocol.isGuarded && (isOver6 || !this.#kept.has(portOf(wanted)))) {
      const before = await this.#release(wanted)
      if ('failed' in before && before.failed === 'forbidden') return { failed: 'taken', code: before.code }
      if (isUnanswered(before)) return before
    }
    const result = await this.#ask(wanted, OPENING, this.signal)
    // A rule may have been made although no answer came. One that was there before stays until it ends.
    if (isUnanswered(result) && !this.#kept.has(portOf(wanted))) await this.#release(wanted)
    if ('failed' in result) return result
    if (result.externalPort === wanted.externalPort && result.lifetimeS > 0) {
      this.#kept.add(portOf(wanted))
      return result
    }
    await this.close(wanted)
    return { failed: result.lifetimeS > 0 ? 'taken' : 'garbled', code: null }
  }

  async close(wanted: Wanted): Promise<'closed' | Failed> {
    this.#kept.delete(portOf(wanted))
    const result = await this.#release(wanted)
    return 'failed' in result ? result : 'closed'
  }

  #release(wanted: Wanted): Promise<Opened | Failed> {
    return this.#ask({ ...wanted, externalPort: 0, lifetimeS: 0 }, LOOKING, NEVER)
  }

  async #ask(wanted: Wanted, patience: Patience, signal: AbortSignal): Promise<Opened | Failed> {
    const { protocol } = this
    using channel = await Channel.open(this.peer, signal)
    const request = protocol.request(wanted)
    const answer = (await channel?.ask(request, (datagram) => protocol.read(datagram, request), patience)) ?? 'silent'
    const result = typeof answer === 'string' ? { failed: answer, code: null } : answer
    return 'failed' in result && protocol.isToRepeat?.(result) ? this.#ask(wanted, patience, signal) : result
  }
}
