import type { Allowance } from '../contract/allowance.ts'
import type { TargetLimit } from '../net/budget.ts'
import type { Address } from '../policy/address.ts'
import type { Caller } from '../policy/caller.ts'
import { UNKNOWN_CLIENT } from '../policy/client.ts'
import { reachesOut } from '../policy/policies.ts'
import type { NamedTool } from '../registry/tools.ts'
import { type Around, afterwards, type Call, type Eventually, type Outcome } from '../run/call.ts'
import { againstClient, secondsOf } from '../run/limited.ts'
import { chargesOf, type Rate } from './client.ts'
import type { TellCutOff } from './cut-off.ts'
import { Cuttable } from './cuttable.ts'
import type { Charge, Standing } from './gcra.ts'
import { Slots } from './slots.ts'
import type { Decision, LimitStore } from './store.ts'
import { BucketTable } from './table.ts'
import { TargetLimits } from './targets.ts'

export interface LimitSettings {
  /** Null if clients are not told apart. */
  readonly rateLimit: Rate | null
  readonly maxConcurrency: number
  /** Called with each client that is cut off. */
  readonly tell?: TellCutOff
}

/** The answer of `GET /api/limits`; its fields are null if the operator has switched the limit off. */
interface Overview {
  readonly policy: { readonly name: 'client'; readonly quota: number; readonly windowS: number } | null
  readonly remaining: number | null
  readonly resetS: number | null
  readonly weights: Readonly<Record<string, number>>
  readonly concurrency: { readonly limit: number }
}

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
