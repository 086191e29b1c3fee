import type { Address } from './address.ts'
import { classify } from './classify.ts'
import type { Scope } from './special-purpose.ts'

/** Who asks: the other end of a connection, or whoever runs this program, without a connection. */
export type Caller = Peer | LocalCaller

/** How the caller is known: as the peer of the connection, from the header of a trusted proxy, or not at all if that names nobody. */
export type CallerSource = 'socket' | 'header' | 'unnamed-proxy'

/** A caller with a connection. */
export class Peer {
  readonly kind = 'peer'
  #scope: Scope | null = null

  constructor(
    /** The address shown to the caller; the proxy's own if it names nobody. */
    readonly address: Address,
    readonly source: CallerSource,
  ) {}

  /** The address that may be checked, and that everything bound to a requester uses; null if nobody can be told from the proxy. */
  get requester(): Address | null {
    return this.source === 'unnamed-proxy' ? null : this.address
  }

  get scope(): Scope {
    this.#scope ??= classify(this.address).scope
    return this.#scope
  }
}

/** A caller without a peer: the command line, or a program that uses standard input. */
interface LocalCaller {
  readonly kind: 'local'
  readonly requester: null
}

export const LOCAL_CALLER: LocalCaller = { kind: 'local', requester: null }
