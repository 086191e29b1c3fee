import type { Address } from './address.ts'

const MINT = Symbol('public target')

/** An address that the policy has let pass. Only `policy/` makes one, so whoever holds it need not check again. */
export class PublicTarget {
  constructor(
    mint: typeof MINT,
    readonly address: Address,
  ) {
    if (mint !== MINT) throw new Error('only the policy makes targets')
  }
}

/** For `policy/` alone; a test keeps everyone else from importing it. */
export function mintTarget(address: Address): PublicTarget {
  return new PublicTarget(MINT, address)
}

/** A host that may be reached: what was asked for, and the addresses it has, every one of them let pass. */
export interface PublicHost {
  /** The name in ASCII, or the address. */
  readonly host: string
  /** The name as people write it. */
  readonly unicode: string
  readonly isAddress: boolean
  /** How the name was resolved, in the words of the name service; "noerror" for an address. */
  readonly status: string
  /** How long that took. */
  readonly resolveMs: number
  /** In the order in which they are to be tried, each once; none if the name has no address. */
  readonly targets: readonly PublicTarget[]
  /** How many more addresses it has. They were judged as well, but nobody is to try them. */
  readonly omitted: number
}

/** A URL whose host may be reached at its port. */
export interface PublicUrl {
  readonly url: URL
  /** That of the URL, or of its scheme. */
  readonly port: number
  readonly host: PublicHost
  /** Judges where a redirect leads, as a new target; never throws. */
  follow(location: string): Promise<Followed>
}

/** A redirect that may be followed, or the code of the refusal and the URL it would have led to (null if it is none). */
export type Followed = { readonly admitted: PublicUrl } | { readonly refused: string; readonly url: string | null }
