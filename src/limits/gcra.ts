import type { Eventually } from '../operations/run/call.ts'
import { limitTime } from '../platform/testing.ts'
import type { Caller } from '../policy/caller.ts'
import { clientOf, networkOf } from '../policy/client.ts'

/** A store of buckets: in this process, in the parent of several, or in Redis. */
export interface LimitStore {
  /** Takes every charge, or none of them if any bucket has too little left. The standings are in the order of the charges. */
  take(charges: readonly Charge[]): Eventually<Decision>
}

export interface Decision {
  readonly isAllowed: boolean
  readonly standings: readonly Standing[]
}

/** A quota of this many units at once, and one more every `unitMs`. */
export interface Quota {
  /** The name of the quota in answers and refusals. */
  readonly policy: PolicyName
  readonly burst: number
  readonly unitMs: number
}

type PolicyName = 'client' | 'target' | 'concurrency' | 'requests'

export interface Charge {
  /** The name of the bucket, among those of all quotas. */
  readonly key: string
  readonly quota: Quota
  /** In units, 0 to `quota.burst`: 0 takes nothing and only looks. */
  readonly weight: number
}

/** The state of a bucket after a decision. */
export interface Standing {
  /** The whole units that are left. */
  readonly remaining: number
  /** The time until it is full again. */
  readonly resetMs: number
  /** The time until the charge would be accepted; 0 if it is. */
  readonly waitMs: number
}

/** The most that sums of fractions may be off by. */
const ROUNDING_MS = 1e-4

/** Returns the time at which a bucket is full again once a charge is taken from it. Both times in milliseconds of the same clock. */
export function fullAfter(fullAtMs: number, { quota, weight }: Charge, nowMs: number): number {
  return Math.max(fullAtMs, nowMs) + weight * quota.unitMs
}

/** Returns the time that a charge has to wait for a bucket that would then be full at `fullAtMs`; 0 if it need not. */
export function waitOf(fullAtMs: number, { burst, unitMs }: Quota, nowMs: number): number {
  const waitMs = fullAtMs - nowMs - burst * unitMs
  return waitMs > ROUNDING_MS ? waitMs : 0
}

export function standingOf(fullAtMs: number, { burst, unitMs }: Quota, nowMs: number, waitMs: number): Standing {
  const resetMs = Math.max(0, fullAtMs - nowMs)
  return { remaining: Math.max(0, Math.floor(burst - (resetMs - ROUNDING_MS) / unitMs)), resetMs, waitMs }
}

/** The quota of a network, as a multiple of that of a client. */
const NETWORK_FACTOR = 4

/**
 * Returns the charges for a request: to the bucket of its client, and over IPv6 to that of the network around it; none for the user of
 * this program. Behind a proxy that does not name its clients, or over a socket file, all share one bucket: otherwise a client could escape
 * every limit by staying unnamed. A weight is never more than a quota, so that a client that waits can pay it.
 */
export function chargesOf(caller: Caller, quota: Quota, units: number): Charge[] {
  if (caller.kind === 'local') return []
  const weight = Math.min(units, quota.burst)
  const [client, network] = [clientOf(caller.known), networkOf(caller.known)]
  const own = { key: client, quota, weight }
  return network === client ? [own] : [own, { key: network, quota: timesAsMuch(quota, NETWORK_FACTOR), weight }]
}

export function timesAsMuch({ policy, burst, unitMs }: Quota, factor: number): Quota {
  return { policy, burst: burst * factor, unitMs: unitMs / factor }
}

/** 16 bytes each, from the first bucket on; untouched pages take no memory. */
const SLOTS = 1 << 19
/** The number of slots that a key may be in. */
const WAYS = 8
const SETS = SLOTS / WAYS
const NONE = new Float64Array(0)

/**
 * The buckets of one process, in a table of bounded size, by the generic cell rate algorithm (ITU-T I.371): one number a bucket, the time
 * at which it is full again. No windows, so the time to wait is exact. A bucket that is full again is the same as none, so its slot is free.
 * If all slots of a key are in use, the bucket that is nearest to full makes room: its client gains the least by that.
 */
export class BucketTable implements LimitStore {
  /** A bucket is known by 53 bits of hash. The seeds are secret, so that keys cannot be chosen to collide. */
  private readonly seeds = crypto.getRandomValues(new Uint32Array(2))
  private keys = NONE
  private fullAt = NONE

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(private readonly now: () => number = limitTime) {}

  take(charges: readonly Charge[]): Decision {
    const now = this.now()
    const taken = charges.map((charge) => {
      const key = this.hash(charge.key)
      const before = this.read(key)
      const after = fullAfter(before, charge, now)
      return { charge, key, before, after, waitMs: charge.weight === 0 ? 0 : waitOf(after, charge.quota, now) }
    })
    const isAllowed = taken.every(({ waitMs }) => waitMs === 0)
    const standings = taken.map(({ charge, key, before, after, waitMs }) => {
      if (isAllowed && charge.weight > 0) this.write(key, after, now)
      return standingOf(isAllowed ? after : before, charge.quota, now, waitMs)
    })
    return { isAllowed, standings }
  }

  /** Charges work that is done already, whatever is left, down to a debt as large as the bucket. */
  owe(charges: readonly Charge[]): void {
    const now = this.now()
    for (const charge of charges) {
      const key = this.hash(charge.key)
      const { burst, unitMs } = charge.quota
      this.write(key, Math.min(fullAfter(this.read(key), charge, now), now + 2 * burst * unitMs), now)
    }
  }

  private hash(key: string): number {
    const [low = 0, high = 0] = this.seeds
    // 0 marks a slot that was never used.
    return (Bun.hash.xxHash32(key, high) >>> 11) * 2 ** 32 + Bun.hash.xxHash32(key, low) || 1
  }

  private read(key: number): number {
    const slot = this.find(key)
    return slot < 0 ? 0 : (this.fullAt[slot] ?? 0)
  }

  private write(key: number, fullAtMs: number, now: number): void {
    if (this.keys === NONE) {
      this.keys = new Float64Array(SLOTS)
      this.fullAt = new Float64Array(SLOTS)
    }
    const known = this.find(key)
    const slot = known < 0 ? this.nearestToFull(key, now) : known
    this.keys[slot] = key
    this.fullAt[slot] = fullAtMs
  }

  private find(key: number): number {
    const first = (key % SETS) * WAYS
    for (let slot = first; slot < first + WAYS; slot++) if (this.keys[slot] === key) return slot
    return -1
  }

  private nearestToFull(key: number, now: number): number {
    const first = (key % SETS) * WAYS
    let best = first
    for (let slot = first; slot < first + WAYS; slot++) {
      if ((this.fullAt[slot] ?? 0) <= now) return slot
      if ((this.fullAt[slot] ?? 0) < (this.fullAt[best] ?? 0)) best = slot
    }
    return best
  }
}
