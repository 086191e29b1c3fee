/**
 * What the policy has let pass. Only `policy/` makes these, so whoever holds one need not check again; and each allows no more than
 * its kind: an endpoint is connected to, a target is sent what opens no connection, an address to look up is asked about.
 */
import type { DnsStatus } from '../contract/dns-status.ts'
import type { Address } from './address.ts'

const MINT = Symbol('let pass')

class Admitted {
  constructor(
    mint: typeof MINT,
    readonly address: Address,
  ) {
    if (mint !== MINT) throw new Error('only the policy makes targets')
  }
}

/** An address and a port that may be connected to, or sent datagrams. */
export class PublicEndpoint extends Admitted {
  /** No object that looks the same has it, to the compiler nor at run time. */
  readonly #isMinted = true

  constructor(
    mint: typeof MINT,
    address: Address,
    readonly port: number,
  ) {
    super(mint, address)
    Object.freeze(this)
  }

  /** Throws for what was made elsewhere: code that no compiler has seen may hand in anything. */
  static assert(given: PublicEndpoint): void {
    if (!(#isMinted in given)) throw new Error('only an endpoint of the policy is connected to')
  }
}

/** An address that may be sent what opens no connection: echo requests, and datagrams to ports that nobody serves. */
export class PublicTarget extends Admitted {
  declare protected readonly kind: 'target'
}

/** An address that may be asked about, this server's own included, and that nothing may be sent to. */
export class LookupAddress extends Admitted {
  declare protected readonly kind: 'lookup'
}

/** For `policy/` alone, as the next two; a test keeps everyone else from importing them. */
export function mintEndpoint(address: Address, port: number): PublicEndpoint {
  return new PublicEndpoint(MINT, address, port)
}

export function mintTarget(address: Address): PublicTarget {
  return new PublicTarget(MINT, address)
}

export function mintLookup(address: Address): LookupAddress {
  return new LookupAddress(MINT, address)
}

/** A name or address that a caller gave, as it was found. */
export interface FoundHost {
  /** The name in ASCII, or the address. */
  readonly host: string
  /** The name as people write it. */
  readonly unicode: string
  readonly isAddress: boolean
  /** How the name was resolved; "noerror" for an address. */
  readonly status: DnsStatus
  /** How long that took. */
  readonly resolveMs: number
  /** How many more addresses it has. They were judged as well, but nobody is to try them. */
  readonly omitted: number
}

/** A host that may be reached, at every address that it has; nothing that connects takes its targets. */
export interface PublicHost extends FoundHost {
  /** In the order in which they are to be tried, each once; none if the name has no address. */
  readonly targets: readonly PublicTarget[]
}

/** A host that may be connected to at one port. */
export interface PublicService extends FoundHost {
  readonly port: number
  /** As the targets of a host. */
  readonly endpoints: readonly PublicEndpoint[]
}

/** A host that packets may be sent towards, and, where the caller chose a way that connects, its endpoints. */
export interface PublicPath extends PublicHost {
  readonly endpoints: readonly PublicEndpoint[]
}

/** A URL whose host may be reached at its port. */
export interface PublicUrl {
  readonly url: URL
  /** At the port of the URL, or of its scheme. */
  readonly host: PublicService
  /** Judges where a redirect leads, as a new target; never throws. */
  follow(location: string): Promise<Followed>
}

/** A redirect that may be followed, or the code of the refusal and the URL it would have led to (null if it is none). */
export type Followed = { readonly admitted: PublicUrl } | { readonly refused: string; readonly url: string | null }
