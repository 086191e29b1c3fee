/**
 * The capabilities that the policy mints. Only `policy/` creates these, so a holder need not check again; and each allows no more than its
 * kind: an endpoint may be connected to, a target may be sent packets that open no connection, a lookup address is only looked up, and a
 * query name may be sent to name servers. The classes are frozen, so that nothing can replace or extend them.
 */
import type { DnsStatus } from '../contract/dns-status.ts'
import type { Address } from './address.ts'
import { labelsOf, reverseName, unicodeOf } from './names.ts'

const MINT = Symbol('admitted')

class Admitted {
  constructor(
    mint: typeof MINT,
    readonly address: Address,
  ) {
    if (mint !== MINT) throw new Error('only the policy makes targets')
  }

  static {
    Object.freeze(Admitted)
  }
}

/** A name that name servers may be queried for, in ASCII and lower case; the root is empty. */
export class QueryName {
  /** A brand that no lookalike has, neither to the compiler nor at run time. */
  readonly #isMinted = true

  constructor(
    mint: typeof MINT,
    readonly ascii: string,
  ) {
    if (mint !== MINT) throw new Error('only the policy makes query names')
    Object.freeze(this)
  }

  get unicode(): string {
    return unicodeOf(this.ascii)
  }

  /** The name itself and its parents, without the root: if a name may be queried, so may its zones. */
  lineage(): QueryName[] {
    QueryName.assert(this)
    const labels = labelsOf(this.ascii)
    return labels.map((_, index) => mintQueryName(labels.slice(index).join('.')))
  }

  /** Throws for anything created elsewhere: code that was never type-checked may pass in anything. */
  static assert(given: QueryName): void {
    if (typeof given !== 'object' || given === null || !(#isMinted in given)) {
      throw new Error('only a query name of the policy is asked about')
    }
  }

  static {
    Object.freeze(QueryName)
    Object.freeze(QueryName.prototype)
  }
}

/** An address and a port that may be connected to, or sent datagrams. */
export class PublicEndpoint extends Admitted {
  /** A brand that no lookalike has, neither to the compiler nor at run time. */
  readonly #isMinted = true

  constructor(
    mint: typeof MINT,
    address: Address,
    readonly port: number,
  ) {
    super(mint, address)
    Object.freeze(this)
  }

  /** Throws for anything created elsewhere: code that was never type-checked may pass in anything. */
  static assert(given: PublicEndpoint): void {
    if (!(#isMinted in given)) throw new Error('only an endpoint of the policy is connected to')
  }

  static {
    Object.freeze(PublicEndpoint)
  }
}

/** An endpoint of the requester, who may have any port of its own address checked. */
export class RequesterEndpoint extends PublicEndpoint {
  /** As that of `PublicEndpoint`. */
  readonly #isOwn = true

  /** Returns another port of the same address. */
  at(port: number): RequesterEndpoint {
    RequesterEndpoint.assert(this)
    return mintRequester(this.address, port)
  }

  /** Throws for anything created elsewhere, and for endpoints of others. */
  static override assert(given: PublicEndpoint): void {
    if (!(#isOwn in given)) throw new Error('only the requester is looked at so closely')
  }

  static {
    Object.freeze(RequesterEndpoint)
    Object.freeze(RequesterEndpoint.prototype)
  }
}

/** An address that may be sent packets that open no connection: echo requests, and datagrams to ports where nothing listens. */
export class PublicTarget extends Admitted {
  declare protected readonly kind: 'target'

  static {
    Object.freeze(PublicTarget)
  }
}

/** An address that may be looked up, this server's own included, and that nothing may be sent to. */
export class LookupAddress extends Admitted {
  declare protected readonly kind: 'lookup'

  /** The name under which it has its names; made for those who ask for names. */
  get pointer(): QueryName {
    return mintQueryName(reverseName(this.address))
  }

  static {
    Object.freeze(LookupAddress)
    Object.freeze(LookupAddress.prototype)
  }
}

/** The root, where the zones begin; it may always be queried. */
export const ROOT_NAME = mintQueryName('')

/** Mints a query name. Only for `policy/`, like the next four; a test stops all other code from importing them. */
export function mintQueryName(ascii: string): QueryName {
  return new QueryName(MINT, ascii)
}

export function mintEndpoint(address: Address, port: number): PublicEndpoint {
  return new PublicEndpoint(MINT, address, port)
}

export function mintRequester(address: Address, port: number): RequesterEndpoint {
  return new RequesterEndpoint(MINT, address, port)
}

export function mintTarget(address: Address): PublicTarget {
  return new PublicTarget(MINT, address)
}

export function mintLookup(address: Address): LookupAddress {
  return new LookupAddress(MINT, address)
}

/** A name or address that a caller gave, as it was found. */
export interface FoundHost {
  readonly host: string
  readonly unicode: string
  readonly isAddress: boolean
  /** The status of the lookup; "noerror" for an address. */
  readonly status: DnsStatus
  readonly resolveMs: number
  /** The number of addresses that it has in addition. They were judged as well, but are not to be tried. */
  readonly omitted: number
}

/** A host that may be reached at all its addresses; nothing that connects accepts its targets. */
export interface PublicHost extends FoundHost {
  /** In the order in which to try them, without duplicates; none if the name has no address. */
  readonly targets: readonly PublicTarget[]
}

/** A host that may be connected to at one port. */
export interface PublicService extends FoundHost {
  readonly port: number
  /** Ordered like the targets of a host. */
  readonly endpoints: readonly PublicEndpoint[]
}

/** A host that packets may be sent towards, and its endpoints if the caller chose a method that connects. */
export interface PublicPath extends PublicHost {
  readonly endpoints: readonly PublicEndpoint[]
}

/** A URL whose host may be reached at its port. */
export interface PublicUrl {
  readonly url: URL
  /** At the port of the URL, or of its scheme. */
  readonly host: PublicService
  /** Judges the destination of a redirect as a new target; never throws. */
  follow(location: string): Promise<Followed>
}

/** A redirect that may be followed, or the code of the refusal and the URL it would have led to (null if it is not a URL). */
export type Followed = { readonly admitted: PublicUrl } | { readonly refused: string; readonly url: string | null }

/** A name with the addresses that are found for it, each of which is judged by itself. */
export interface PublicName {
  /** Without `*.`, in ASCII; and as people write it. */
  readonly ascii: string
  readonly unicode: string
  readonly wildcard: boolean
  /** To ask name servers about; null for a name of a local network. */
  readonly query: QueryName | null
  /** Judges an address that was found for the name, at a port of the policy: "reserved" is not public, "not-allowed" is against the rules of the operator. */
  at(address: Address, port: number): PublicEndpoint | 'reserved' | 'not-allowed'
}
