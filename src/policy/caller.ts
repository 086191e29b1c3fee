import type { Address } from './address.ts'
import { classify, type Scope } from './classify.ts'
import { againstNobody } from './reasons.ts'

/** The caller of a run: the other end of a connection, or the user of this program, without a connection. */
export type Caller = Peer | LocalCaller

/** The origin of the caller's address: the peer of the connection, the header of a trusted proxy, or none if the proxy does not name the client. */
type CallerSource = 'socket' | 'header' | 'unnamed-proxy'

/** A caller with a connection. */
export class Peer {
  readonly kind = 'peer'
  #scope: Scope | null = null

  constructor(
    /** The address of the client, or that of a proxy that does not name it; null if the connection came over a socket file. */
    readonly known: Address | null,
    readonly source: CallerSource,
  ) {}

  /** The address shown to the caller. Throws a Refusal if there is none. */
  get address(): Address {
    if (!this.known) throw againstNobody()
    return this.known
  }

  /** The address that may be checked, and that everything bound to a requester uses; null if it is unknown. */
  get requester(): Address | null {
    return this.source === 'unnamed-proxy' ? null : this.known
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
