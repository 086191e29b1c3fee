import { type Static, Type } from '@sinclair/typebox'
import type { Allowance, Refusal } from '../contract/problem.ts'
import { orNull } from '../contract/schema.ts'
import type { TargetLimit } from '../net/budget.ts'
import type { NamedTool } from '../operations/registry/tools.ts'
import { type Around, afterwards, type Call, type Eventually, type Outcome } from '../operations/run/call.ts'
import { againstClient, againstConcurrency, cutShort, secondsOf } from '../operations/run/limited.ts'
import type { Address } from '../policy/address.ts'
import type { Caller } from '../policy/caller.ts'
import { clientOf, networkOf, UNKNOWN_CLIENT } from '../policy/client.ts'
import { reachesOut } from '../policy/policies.ts'
import { Cuttable, chargesOf, type Rate, type TellCutOff } from './fence.ts'
import { BucketTable, type Charge, type Decision, type LimitStore, type Standing } from './gcra.ts'
import { TargetLimits } from './targets.ts'

export interface LimitSettings {
  /** Null if clients are not told apart. */
  readonly rateLimit: Rate | null
  readonly maxConcurrency: number
  readonly tell?: TellCutOff
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
  private readonly tell: TellCutOff
  private readonly store: LimitStore
  private readonly slots: Slots

  constructor(
    private readonly settings: LimitSettings,
    /** The store of buckets that all processes share; without one this process is the only one. */
    shared: LimitStore | null = null,
    local = new BucketTable(),
  ) {
    this.tell = settings.tell ?? (() => {})
    this.store = shared ?? local
    this.targets = new TargetLimits(local, shared)
    this.slots = new Slots(settings.maxConcurrency, this.tell)
  }

  /**
   * Refuses a run that exceeds a limit. A check holds a slot from the beginning to the end, including while it streams; its client is
   * charged before anything is sent, so that a run refused before that costs nothing. A tool of weight 0 passes as if there were no limits.
   */
  readonly around: Around = Object.assign(
    (...[named, call, go]: Parameters<Around>): ReturnType<Around> => {
      const { policy, weight } = named.tool
      if (policy.kind === 'offline') return this.afterCharge(this.charge(call, weight), go)
      const charge = once(() => this.charge(call, weight))
      if (!reachesOut(policy)) return go({ ...call, charge })
      const check = new Cuttable(call.signal)
      const release = this.slots.take(named.name, this.counted(call.caller), check.cut)
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
    const charges = chargesOf(caller, rate, 0)
    return afterwards(this.store.take(charges), ({ standings }) => {
      const { remaining, resetS } = allowanceOf(charges, standings, rate)
      return { policy, remaining: Math.min(remaining, rate.count), resetS, weights, concurrency }
    })
  }

  /** Takes a weight for work that is not the run of a tool. Throws a Refusal if that is more than is left. */
  spend(payer: Pick<Call, 'caller' | 'counted'>, weight: number): Eventually<void> {
    return this.charge(payer, weight)
  }

  private afterCharge(charged: Eventually<void>, go: () => Eventually<Outcome>): Eventually<Outcome> {
    return charged instanceof Promise ? charged.then(() => go()) : go()
  }

  private counted(caller: Caller): Address | typeof UNKNOWN_CLIENT | null {
    return this.settings.rateLimit === null || caller.kind === 'local' ? null : (caller.known ?? UNKNOWN_CLIENT)
  }

  private charge(call: Pick<Call, 'caller' | 'counted' | 'prepaid'>, weight: number): Eventually<void> {
    const { rateLimit: rate } = this.settings
    // A weight is never more than an allowance, so that a client that waits can pay it.
    const { prepaid = 0 } = call
    const owed = rate ? Math.max(0, Math.min(weight, rate.count) - prepaid) : 0
    // A call that is paid in full has been counted: a shared store is not asked again.
    const charges = rate && (owed > 0 || prepaid === 0) ? chargesOf(call.caller, rate, owed) : []
    if (!rate || charges.length === 0) return
    return afterwards(this.store.take(charges), (decision) => {
      const refused = charges.find((_, index) => (decision.standings[index]?.waitMs ?? 0) > 0)
      if (refused) this.tell('requests', refused.key)
      judge(charges, decision, rate, call)
    })
  }
}

function judge(charges: readonly Charge[], { isAllowed, standings }: Decision, rate: Rate, call: Pick<Call, 'counted'>): void {
  const allowance = allowanceOf(charges, standings, rate)
  if (!isAllowed) throw againstClient(allowance, Math.max(...standings.map(({ waitMs }) => waitMs)))
  call.counted?.(allowance)
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

/** Ends a check that has begun. */
type Cut = (refusal: Refusal) => void

interface Check {
  readonly tool: string
  /** Null if clients are not told apart: such a check is neither ended for others, nor are others for it. */
  readonly client: string | null
  readonly network: string | null
  readonly cut: Cut
}

/**
 * The slots for checks that run at once in this process. If there is no slot left, the newest check of the client with most of them is
 * ended for a newcomer with fewer, so that a slot is denied only to a client that has as many as any other.
 */
class Slots {
  /** The oldest first. */
  private readonly running = new Set<Check>()
  private readonly counts = new Map<string, number>()
  readonly aClient: number
  readonly aNetwork: number
  readonly aTool: number

  constructor(
    readonly limit: number,
    private readonly tell: TellCutOff = () => {},
  ) {
    this.aClient = Math.ceil(limit / CLIENTS)
    this.aNetwork = this.aClient * NETWORK_FACTOR
    this.aTool = Math.ceil(limit / TOOLS)
  }

  /** Takes a slot; the returned function gives it back. Throws a Refusal if there is none. Null is a client that is not counted. */
  take(tool: string, from: Address | typeof UNKNOWN_CLIENT | null, cut: Cut): () => void {
    const told = from === UNKNOWN_CLIENT ? null : from
    const [client, network] = from === null ? [null, null] : [clientOf(told), networkOf(told)]
    const check = { tool, client, network, cut }
    // The client's own limit comes first.
    this.keepWithin(check.client, this.aClient)
    this.keepWithin(check.network, this.aNetwork)
    if (this.countOf(toolKey(tool)) >= this.aTool) this.makeRoom(check, 'tool')
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
