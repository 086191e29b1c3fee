import { limitTime } from '../platform/testing.ts'
import { type Charge, type Decision, fullAfter, type LimitStore, standingOf, waitOf } from './gcra.ts'

/** 16 bytes each, from the first bucket on; untouched pages take no memory. */
const SLOTS = 1 << 19
/** The number of slots that a key may be in. */
const WAYS = 8
const SETS = SLOTS / WAYS
const NONE = new Float64Array(0)

/**
 * The buckets of one process, in a table of bounded size. A bucket that is full again is the same as none, so its slot is free. If all
 * slots of a key are in use, the bucket that is nearest to full makes room: its client gains the least by that.
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
