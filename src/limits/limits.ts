import { type Static, Type } from '@sinclair/typebox'
import type { Allowance } from '../contract/problem.ts'
import { orNull } from '../contract/schema.ts'
import type { TargetLimit } from '../net/budget.ts'
import type { NamedTool } from '../operations/registry/tools.ts'
import { type Around, afterwards, type Call, type Eventually } from '../operations/run/call.ts'
import { againstClient, secondsOf } from '../operations/run/limited.ts'
import type { Caller } from '../policy/caller.ts'
import { clientOf, networkOf } from '../policy/client.ts'
import { reachesOut } from '../policy/policies.ts'
import { chargesOf } from './charges.ts'
import type { TellCutOff } from './cut-offs.ts'
import { BucketTable, type Charge, type Decision, type LimitStore, type Quota, type Standing } from './gcra.ts'
import { Cuttable, Slots } from './slots.ts'
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
