import type { Address } from './address.ts'
import { classify } from './classify.ts'
import type { Scope } from './special-purpose.ts'

/** Who asks: somebody at the other end of a connection, or whoever runs this program, who asks through none. */
export type Caller = Peer | LocalCaller

/** How it is known who asks: the peer of the connection, the header of a trusted proxy, or not at all, since that names nobody. */
export type CallerSource = 'socket' | 'header' | 'unnamed-proxy'

/** Somebody who asks through a connection. */
export class Peer {
  readonly kind = 'peer'

  constructor(
    /** The address that is answered to; that of the proxy where it names nobody. */
    readonly address: Address,
    readonly source: CallerSource,
  ) {}

  /** Whom checks may be made against, and what else is bound to a requester; null where nobody can be told from the proxy. */
  get requester(): Address | null {
    return this.source === 'unnamed-proxy' ? null : this.address
  }

  get scope(): Scope {
    return classify(this.address).scope
  }
}

/** A caller without a peer: the command line, a program that speaks over standard input. */
interface LocalCaller {
  readonly kind: 'local'
  readonly requester: null
}

export const LOCAL_CALLER: LocalCaller = { kind: 'local', requester: null }
