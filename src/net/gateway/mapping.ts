import { NEVER } from '../../platform/deadline.ts'
import { Channel, LOOKING, type Patience, type Peer } from './exchange.ts'
import { type Failed, isUnanswered, type Opened, type Opener, portOf, type Wanted, type Way } from './types.ts'

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
