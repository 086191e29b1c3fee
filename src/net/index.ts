import { withDeadline } from '../platform/deadline.ts'
import { type Address, parseAddress } from '../policy/address.ts'
import type { PublicTarget } from '../policy/target.ts'
import { type Bounds, Budget } from './budget.ts'
import { Dns, type DnsMemory } from './dns/index.ts'
import { type ResolverSetting, type Resolvers, resolverOf } from './dns/resolvers.ts'

/** What a tool that reaches out works with, for the length of one request. */
export interface Net extends Bounds {
  readonly dns: Dns
  /** Roots that the operator trusts beside the bundled ones, as PEM. */
  readonly extraCa: readonly string[]
  /** What requests over HTTP say of who sends them. */
  readonly userAgent: string
  /** Throws `port-not-allowed`, naming the field, if the operator does not want that port of others connected to. */
  admitPort(field: string, port: number): void
  /** Whether what stands in the operator's own network may be told. */
  readonly showsLocalHops: boolean
  /** Whether an address may be reached, so that there is nothing to hide of it. */
  isPublic(address: Address): boolean
}

/** Addresses that were found on the way, as targets: all of them, or none. */
export type AdmitFound = (addresses: readonly Address[]) => readonly PublicTarget[]

/** The part of a deadline that is left for what is done with the findings. */
const RESERVE_MS = 500

/** Gives every request a net of its own, which is cut when its time is over or its client has gone. */
export class Network {
  private readonly resolvers: Resolvers
  private readonly dnsMemory: DnsMemory = { checksSignatures: null }

  constructor(
    [first, second, third]: readonly [ResolverSetting, ResolverSetting, ResolverSetting],
    private readonly admit: AdmitFound,
    private readonly extraCa: () => readonly string[],
    private readonly admitPort: (field: string, port: number) => void,
    private readonly showsLocalHops: boolean,
    private readonly isLocalName: (name: string) => boolean,
    private readonly userAgent: string,
  ) {
    this.resolvers = [resolverOf(first, 0), resolverOf(second, 1), resolverOf(third, 2)]
  }

  /** The answer is due after `deadlineMs`; the net is cut half a second earlier. */
  during<Result>(deadlineMs: number, request: AbortSignal, run: (net: Net) => Promise<Result>): Promise<Result> {
    return withDeadline(deadlineMs - RESERVE_MS, request, (signal) => {
      const budget = new Budget()
      const dns = new Dns(this.resolvers, this.admitTexts, this.isLocalName, this.dnsMemory, { signal, budget })
      const isPublic = (address: Address) => this.admit([address]).length > 0
      const { showsLocalHops, userAgent, admitPort } = this
      return run({ dns, extraCa: this.extraCa(), showsLocalHops, userAgent, isPublic, admitPort, signal, budget })
    })
  }

  private readonly admitTexts = (texts: readonly string[]) =>
    this.admit(texts.map(parseAddress).filter((address) => address !== null))
}
