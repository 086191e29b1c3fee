import { type Static, Type } from '@sinclair/typebox'
import type { Allowance, Refusal } from '../contract/problem.ts'
import { orNull } from '../contract/schema.ts'
import type { TargetLimit } from '../net/budget.ts'
import type { NamedTool } from '../operations/registry/tools.ts'
import { type Around, afterwards, type Call, type Eventually } from '../operations/run/call.ts'
import { againstClient, againstConcurrency, cutShort, secondsOf } from '../operations/run/limited.ts'
import { onAbort } from '../platform/deadline.ts'
import type { Caller } from '../policy/caller.ts'
import { clientOf, networkOf } from '../policy/client.ts'
import { reachesOut } from '../policy/policies.ts'
import type { TellCutOff } from './cut-offs.ts'
import { BucketTable, type Charge, chargesOf, type Decision, type LimitStore, type Quota, type Standing } from './gcra.ts'
import { TargetLimits } from './targets.ts'

/** A rate of this many units in this many seconds: a second, a minute or an hour. */
interface Rate {
  readonly count: number
  readonly windowS: 1 | 60 | 3600
}

interface LimitSettings {
  /** Null if clients are not told apart. */
  readonly rateLimit: Rate | null
  readonly maxConcurrency: number
  readonly tell: TellCutOff
}

/** The answer of `GET /api/limits`; its fields are null if the operator has switched the limit off. */
export const OVERVIEW = Type.Object({
  policy: orNull(Type.Object({ name: Type.Literal('client'), quota: Type.Integer(), windowS: Type.Integer() })),
  remaining: orNull(Type.Integer({ minimum: 0 })),
  resetS: orNull(Type.Integer({ minimum: 0 })),
  weights: Type.Record(Type.String(), Type.Integer()),
  concurrency: Type.Object({ limit: Type.Integer() }),
})
type Overview = Static<typeof OVERVIEW>

/** The limits of what clients may ask, and of what targets get from this server because of them. */
export class Limits {
  readonly targets: TargetLimit
  private readonly store: LimitStore
  private readonly slots: Slots

  constructor(
    private readonly settings: LimitSettings,
    /** The store of buckets that all processes share; without one this process is the only one. */
    shared: LimitStore | null,
    local = new BucketTable(),
  ) {
    this.store = shared ?? local
    this.targets = new TargetLimits(local, shared)
    this.slots = new Slots(settings.maxConcurrency, settings.tell)
  }

  /**
   * Refuses a run that exceeds a limit. A check holds a slot from the beginning to the end, including while it streams; its client is
   * charged before anything is sent, so that a run refused before that costs nothing. A tool of weight 0 passes as if there were no limits.
   */
  readonly around: Around = Object.assign(
    (...[named, call, go]: Parameters<Around>): ReturnType<Around> => {
      const { policy, weight } = named.tool
      if (policy.kind === 'offline') return afterwards(this.spend(call, weight), () => go())
      const charge = once(() => this.spend(call, weight))
      if (!reachesOut(policy)) return go({ ...call, charge })
      const check = new Cuttable(call.signal)
      const release = this.slots.take({ tool: named.name, ...this.holderOf(call.caller), cut: check.cut })
      return check.run((signal) => go({ ...call, charge, signal })).finally(release)
    },
    { concerns: ({ tool }: NamedTool) => tool.weight > 0 },
  )

  /** Returns the allowances of a caller; looking costs nothing. */
  overview(caller: Caller, tools: readonly NamedTool[]): Eventually<Overview> {
    const { rateLimit: rate } = this.settings
    const burst = rate?.count ?? Number.POSITIVE_INFINITY
    const weights = Object.fromEntries(tools.map(({ name, tool }) => [name, Math.min(tool.weight, burst)]))
    const concurrency = { limit: rate ? this.slots.aClient : this.slots.limit }
    if (!rate) return { policy: null, remaining: null, resetS: null, weights, concurrency }
    const policy = { name: 'client', quota: rate.count, windowS: rate.windowS } as const
    const charges = chargesOf(caller, quotaOf(rate), 0)
    return afterwards(this.store.take(charges), ({ standings }) => {
      const { remaining, resetS } = allowanceOf(charges, standings, rate)
      return { policy, remaining: Math.min(remaining, rate.count), resetS, weights, concurrency }
    })
  }

  /** Takes a weight from what is left to a caller, less what it has paid already. Throws a Refusal if that is more than is left. */
  spend(payer: Pick<Call, 'caller' | 'counted' | 'prepaid'>, weight: number): Eventually<void> {
    const { rateLimit: rate, tell } = this.settings
    if (!rate) return
    const { caller, prepaid = 0 } = payer
    const owed = Math.max(0, Math.min(weight, rate.count) - prepaid)
    // A call that is paid in full has been counted: a shared store is not asked again.
    const charges = owed > 0 || prepaid === 0 ? chargesOf(caller, quotaOf(rate), owed) : []
    if (charges.length === 0) return
    return afterwards(this.store.take(charges), (decision) => {
      const refused = charges.find((_, index) => (decision.standings[index]?.waitMs ?? 0) > 0)
      if (refused) tell('requests', refused.key)
      passOrRefuse(charges, decision, rate, payer)
    })
  }

  /** Returns whose slot a check of this caller takes. */
  private holderOf(caller: Caller) {
    if (this.settings.rateLimit === null || caller.kind === 'local') return { client: null, network: null }
    return { client: clientOf(caller.known), network: networkOf(caller.known) }
  }
}

/** Returns the quota of a client: all of it at once, or spread over the window. */
function quotaOf({ count, windowS }: Rate): Quota {
  return { policy: 'client', burst: count, unitMs: (windowS * 1000) / count }
}

function passOrRefuse(
  charges: readonly Charge[],
  { isAllowed, standings }: Decision,
  rate: Rate,
  payer: Pick<Call, 'counted'>,
): void {
  const allowance = allowanceOf(charges, standings, rate)
  if (!isAllowed) throw againstClient(allowance, Math.max(...standings.map(({ waitMs }) => waitMs)))
  payer.counted?.(allowance)
}

/** Returns the allowance of the bucket that decides what comes next: the one with the longest wait, or with the least left. */
function allowanceOf(charges: readonly Charge[], standings: readonly Standing[], { count, windowS }: Rate) {
  const all = charges.map(({ quota }, index) => ({ quota: quota.burst, standing: standings[index] }))
  const [first] = all.toSorted(
    ({ standing: one }, { standing: other }) =>
      (other?.waitMs ?? 0) - (one?.waitMs ?? 0) || (one?.remaining ?? 0) - (other?.remaining ?? 0),
  )
  const { remaining = count, resetMs = 0 } = first?.standing ?? {}
  const resetS = resetMs > 0 ? secondsOf(resetMs) : 0
  return { policy: 'client', quota: first?.quota ?? count, windowS, remaining, resetS } as const satisfies Allowance
}

/** Makes a function that does its work on the first call only. */
function once(run: () => Eventually<void>): () => Eventually<void> {
  let outcome: { readonly of: Eventually<void> } | null = null
  return () => {
    outcome ??= { of: run() }
    return outcome.of
  }
}

/** The divisors of all slots: one client may take a sixteenth, its network twice as many, and one tool a half. */
const CLIENTS = 16
const NETWORK_FACTOR = 2
const TOOLS = 2
/** The lead at which a check of another is ended: after the change its client still holds no less than the newcomer. */
const LEAD_MIN = 2

/** A check that runs. */
interface Check {
  readonly tool: string
  /** Null if clients are not told apart: such a check is neither ended for others, nor are others for it. */
  readonly client: string | null
  readonly network: string | null
  /** Ends it. */
  cut(refusal: Refusal): void
}

/**
 * The slots for checks that run at once in this process. If there is no slot left, the newest check of the client with most of them is
 * ended for a newcomer with fewer, so that a slot is denied only to a client that has as many as any other.
 */
export class Slots {
  /** The oldest first. */
  private readonly running = new Set<Check>()
  private readonly counts = new Map<string, number>()
  readonly aClient: number
  private readonly aNetwork: number
  private readonly aTool: number

  constructor(
    readonly limit: number,
    private readonly tell: TellCutOff,
  ) {
    this.aClient = Math.ceil(limit / CLIENTS)
    this.aNetwork = this.aClient * NETWORK_FACTOR
    this.aTool = Math.ceil(limit / TOOLS)
  }

  /** Takes a slot; the returned function gives it back. Throws a Refusal if there is none. */
  take(check: Check): () => void {
    // The client's own limit comes first.
    this.keepWithin(check.client, this.aClient)
    this.keepWithin(check.network, this.aNetwork)
    if (this.countOf(toolKey(check.tool)) >= this.aTool) this.makeRoom(check, 'tool')
    else if (this.running.size >= this.limit) this.makeRoom(check, 'all')
    this.running.add(check)
    this.count(check, 1)
    return () => this.end(check)
  }

  private keepWithin(who: string | null, most: number): void {
    if (who === null || this.countOf(who) < most) return
    this.tell('checks', who)
    throw againstConcurrency('client', most)
  }

  /** Ends a check of another for this one, or throws. */
  private makeRoom(newcomer: Check, of: 'tool' | 'all'): void {
    const limit = of === 'tool' ? this.aTool : this.limit
    const rivals = [...this.running].filter(({ tool }) => of === 'all' || tool === newcomer.tool)
    const least = rivals.filter(({ network }) => network === newcomer.network).length + LEAD_MIN
    const most = newcomer.network === null ? [] : largest(rivals, ({ network }) => network)
    const last = most.length < least ? null : largest(most, ({ client }) => client).at(-1)
    if (!last) throw againstConcurrency(of, limit)
    this.end(last)
    this.tell('full', last.network ?? '')
    last.cut(cutShort(limit))
  }

  /** A check that was ended for another ends only once. */
  private end(check: Check): void {
    if (this.running.delete(check)) this.count(check, -1)
  }

  private countOf(key: string): number {
    return this.counts.get(key) ?? 0
  }

  /** Counts a check, and forgets a client that has none left. An IPv4 address is client and network in one, and counts once. */
  private count({ tool, client, network }: Check, change: 1 | -1): void {
    for (const key of new Set([toolKey(tool), client, network])) {
      if (key === null) continue
      const count = this.countOf(key) + change
      if (count > 0) this.counts.set(key, count)
      else this.counts.delete(key)
    }
  }
}

/** Returns the key of a tool, unlike those of clients and networks, which are written with digits and colons. */
function toolKey(tool: string): string {
  return `tool ${tool}`
}

/** Returns the largest group of those who have a key. */
function largest(checks: readonly Check[], keyOf: (check: Check) => string | null): readonly Check[] {
  const groups = Map.groupBy(
    checks.filter((check) => keyOf(check) !== null),
    keyOf,
  )
  return [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most), [])
}

/** A run that ends with a refusal as soon as it is cut, whatever it waits for. Its signal fires then, and when `outer` does. */
class Cuttable {
  private readonly over = new AbortController()
  private readonly refused = Promise.withResolvers<never>()

  constructor(private readonly outer: AbortSignal) {}

  readonly cut = (refusal: Refusal): void => {
    this.refused.reject(refusal)
    // A run that looks at the reason knows that what it finds from now on is not a finding.
    this.over.abort(refusal)
  }

  async run<Result>(go: (signal: AbortSignal) => Result | Promise<Result>): Promise<Result> {
    const { outer, over, refused } = this
    const forget = onAbort(outer, () => over.abort(outer.reason))
    try {
      return await Promise.race([refused.promise, go(over.signal)])
    } finally {
      forget()
    }
  }
}
