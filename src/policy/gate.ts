import type { Address } from './address.ts'
import { type AdmissionRequest, admit, admitFound, isAllowed, isLocalName, type Targets } from './admit.ts'
import type { Resolve } from './hosts.ts'
import type { Policy } from './policies.ts'
import type { Rules } from './rules.ts'
import type { PublicEndpoint } from './target.ts'

/** What may be told of what was met on the way, some of which stands in the operator's own network. */
export interface Disclosure {
  mayShow(address: Address): boolean
  mayName(name: string): boolean
}

/** The rules of a server, for all who ask: a run for its target, the net for what it finds on the way, an answer for what it may tell. */
export class Gate {
  constructor(
    private readonly rules: Rules,
    /** Whether everything may be told. */
    private readonly showsLocal = false,
  ) {}

  /** Judges the target that a checked body names. Throws a Refusal that says why. */
  admit(policy: Policy, request: AdmissionRequest, resolve: Resolve): Promise<Targets[Policy['kind']]> {
    return admit(policy, request, { rules: this.rules, resolve })
  }

  /** The addresses of a server that was found on the way; none if any one of them is refused. */
  admitFound(addresses: readonly Address[], port: number): readonly PublicEndpoint[] {
    return admitFound(addresses, port, this.rules)
  }

  /** Whether a name that was found on the way belongs to a local network. */
  isLocalName(name: string): boolean {
    return isLocalName(name, this.rules)
  }

  readonly disclosure: Disclosure = {
    mayShow: (address) => this.showsLocal || isAllowed(address, this.rules),
    mayName: (name) => this.showsLocal || !isLocalName(name, this.rules),
  }
}
