import type { Eventually } from '../run/call.ts'

/** A store of buckets: in this process, in the parent of several, or in Redis. */
export interface LimitStore {
  /** Takes every charge, or none of them if any bucket has too little left. The standings are in the order of the charges. */
  take(charges: readonly Charge[]): Eventually<Decision>
}

export interface Decision {
  readonly isAllowed: boolean
  readonly standings: readonly Standing[]
}

/**
 * The generic cell rate algorithm (ITU-T I.371): one number a bucket, the time at which it is full again. No windows, so the time
 * to wait is exact, and a bucket whose time has passed is the same as one that was never used.
 */

/** A quota of this many units at once, and one more every `unitMs`. */
export interface Quota {
  /** The name of the quota in answers and refusals. */
  readonly policy: PolicyName
  readonly burst: number
  readonly unitMs: number
}

type PolicyName = 'client' | 'target' | 'concurrency' | 'requests'

/** A charge to one bucket. */
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
