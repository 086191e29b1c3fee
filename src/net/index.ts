import { withDeadline } from '../platform/deadline.ts'
import { type Bounds, Budget, type TargetLimit } from './budget.ts'
import { Dns, type DnsMemory, type Finds } from './dns/index.ts'
import { type ResolverSetting, type Resolvers, resolverOf } from './dns/resolvers.ts'
import { Http } from './http/index.ts'
import { Identity } from './identity/index.ts'
import { Path } from './path/index.ts'
import { Proofs } from './proof/index.ts'
import { Tcp } from './tcp/index.ts'
import { Tls } from './tls/index.ts'
import { Udp } from './udp/index.ts'
import { Where } from './where/index.ts'

/** The network of one request, for a tool that reaches out. All of it ends with the request and spends its budget. */
export interface Net extends Bounds {
  readonly dns: Dns
  readonly tcp: Tcp
  readonly udp: Udp
  readonly http: Http
  readonly tls: Tls
  readonly path: Path
  readonly where: Where
  readonly identity: Identity
  readonly proofs: Proofs
  /** Runs a part of the work with a net that ends sooner, and spends the same budget. */
  within<Result>(milliseconds: number, run: (net: Net) => Promise<Result>): Promise<Result>
}

interface NetworkOptions {
  readonly resolvers: readonly [ResolverSetting, ResolverSetting, ResolverSetting]
  /** The judgement of names and addresses that are found along the way. */
  readonly finds: Finds
  /** Roots that the operator trusts in addition to the bundled ones, as PEM; the same list until they are reread. */
  readonly roots: () => readonly string[]
  readonly userAgent: string
  /** The limit of what each address may get from all requests together; null if there is only one request, whose budget is limit enough. */
  readonly targets: TargetLimit | null
}

/** The part of a deadline that is left for working with the findings. */
const RESERVE_MS = 500

/** Gives each request a net of its own, which ends when the time is up or the client has disconnected. */
export class Network {
  private readonly resolvers: Resolvers
  private readonly dnsMemory: DnsMemory = { checksSignatures: null }

  constructor(private readonly options: NetworkOptions) {
    const [first, second, third] = options.resolvers
    this.resolvers = Object.freeze([resolverOf(first, 0), resolverOf(second, 1), resolverOf(third, 2)] as const)
  }

  /** The answer is due after `deadlineMs`; the net ends half a second earlier. */
  during<Result>(deadlineMs: number, request: AbortSignal, run: (net: Net) => Promise<Result>): Promise<Result> {
    const { targets } = this.options
    return withDeadline(Math.max(0, deadlineMs - RESERVE_MS), request, (signal) =>
      run(this.netFor({ signal, budget: new Budget(targets) })),
    )
  }

  private netFor(bounds: Bounds): Net {
    const { finds, userAgent } = this.options
    const roots = this.options.roots()
    return {
      ...bounds,
      dns: new Dns(this.resolvers, finds, this.dnsMemory, bounds),
      tcp: new Tcp(bounds),
      udp: new Udp(bounds),
      http: new Http(bounds, { roots, userAgent }),
      tls: new Tls(bounds, roots),
      path: new Path(bounds),
      where: new Where(bounds),
      identity: new Identity(bounds, userAgent),
      proofs: new Proofs(bounds),
      within: (milliseconds, run) =>
        withDeadline(milliseconds, bounds.signal, (signal) => run(this.netFor({ ...bounds, signal }))),
    }
  }
}
