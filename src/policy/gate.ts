import type { Address } from './address.ts'
import { type AdmissionRequest, admit, admitAddress, admitFound, admitRequester, isAllowed, type Targets } from './admit.ts'
import { admitFoundName, isLocalName } from './admit-name.ts'
import type { Resolve } from './hosts.ts'
import { type Pair, PairTokens } from './pair.ts'
import type { Policy } from './policies.ts'
import type { Rules } from './rules.ts'
import {
  type LookupAddress,
  mintLookup,
  mintRequester,
  type PublicEndpoint,
  type QueryName,
  type RequesterEndpoint,
} from './target.ts'

/** The rules of disclosure for names and addresses found along the way, some of which are in the operator's own network. */
export interface Disclosure {
  mayShow(address: Address): boolean
  mayName(name: string): boolean
}

/** The rules of a server, for everything that needs them: a run for its target, the net for its findings, an answer for what it may show. */
export class Gate {
  constructor(
    private readonly rules: Rules,
    /** Whether everything may be disclosed. */
    private readonly showsLocal = false,
    private readonly pairs = new PairTokens(),
  ) {}

  /** Judges the target that a checked body names. Throws a Refusal that says why. */
  admit(policy: Policy, request: AdmissionRequest, resolve: Resolve): Promise<Targets[Policy['kind']]> {
    return admit(policy, request, { rules: this.rules, resolve, pairs: this.pairs })
  }

  /** Judges an address that is only looked up, at once. Throws a Refusal that says why. */
  admitLookup(field: string, text: string): LookupAddress {
    return admitAddress(field, text, this.rules)
  }

  /** Returns a token for the address of a caller. Throws a Refusal if that address may not be checked. */
  pairOf(caller: Address | null): Pair {
    return this.pairs.mint(admitRequester(caller, this.rules))
  }

  /** Returns the address and port that a datagram came from, to be answered there; null if nothing may be sent there. */
  admitSender(address: Address, port: number): RequesterEndpoint | null {
    return isAllowed(address, this.rules) ? mintRequester(address, port) : null
  }

  /** Returns the addresses of a server that was found along the way; none if any of them is refused. */
  admitFound(addresses: readonly Address[], port: number): readonly PublicEndpoint[] {
    return admitFound(addresses, port, this.rules)
  }

  /** Whether a name that was found along the way belongs to a local network. */
  isLocalName(name: string): boolean {
    return isLocalName(name, this.rules)
  }

  /** Returns a name that was found along the way as a query name; null if it belongs to a local network. */
  admitFoundName(text: string): QueryName | null {
    return admitFoundName(text, this.rules)
  }

  /** Returns the reverse name of an address that was found along the way; null if nothing about the address may be shown. */
  admitReverseName(address: Address): QueryName | null {
    return this.disclosure.mayShow(address) ? mintLookup(address).pointer : null
  }

  readonly disclosure: Disclosure = {
    mayShow: (address) => this.showsLocal || isAllowed(address, this.rules),
    mayName: (name) => this.showsLocal || !isLocalName(name, this.rules),
  }
}
