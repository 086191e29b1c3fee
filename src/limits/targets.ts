import { TARGET_QUOTA, type TargetLimit } from '../net/budget.ts'
import { parseUnmapped } from '../policy/address.ts'
import type { Charge, Quota } from './gcra.ts'
import type { LimitStore } from './store.ts'
import type { BucketTable } from './table.ts'

const MAPPED = '::ffff:'
/** A unit is a packet or a connection. */
const QUOTA: Quota = {
  policy: 'target',
  burst: TARGET_QUOTA.quota,
  unitMs: (TARGET_QUOTA.windowS * 1000) / TARGET_QUOTA.quota,
}

/**
 * What each address gets from all requests together. Whether something may be sent is decided at once, by what this process knows.
 * Where several processes share a store, it is charged afterwards; an address for which it has too little left gets nothing more
 * from this process until the store has counted what was sent.
 */
export class TargetLimits implements TargetLimit {
  /** Units that were sent, and that the store has not counted yet, by address. */
  private readonly debts = new Map<string, number>()

  constructor(
    private readonly local: BucketTable,
    /** Null where this process is the only one. */
    private readonly shared: LimitStore | null = null,
    private readonly quota: Quota = QUOTA,
  ) {}

  take(anyAddress: string, units: number): boolean {
    const address = canonical(anyAddress)
    if (this.debts.has(address)) return false
    const charge = this.charge(address, units)
    const { isAllowed } = this.local.take([charge])
    if (isAllowed && this.shared) this.report(this.shared, address, charge).catch(ignore)
    return isAllowed
  }

  waitMs(anyAddress: string): number {
    const address = canonical(anyAddress)
    const { burst, unitMs } = this.quota
    const [standing] = this.local.take([this.charge(address, 0)]).standings
    return Math.max(0, (standing?.resetMs ?? 0) - (burst - 1) * unitMs, (this.debts.get(address) ?? 0) * unitMs)
  }

  private async report(store: LimitStore, address: string, charge: Charge): Promise<void> {
    const { isAllowed } = await store.take([charge])
    if (isAllowed) return
    const before = this.debts.get(address)
    this.debts.set(address, (before ?? 0) + charge.weight)
    if (before !== undefined) return
    try {
      await this.settle(store, address)
    } finally {
      this.debts.delete(address)
    }
  }

  /** Charges what is owed as soon as the store has enough left. */
  private async settle(store: LimitStore, address: string): Promise<void> {
    for (let owed = this.debts.get(address) ?? 0; owed > 0; owed = this.debts.get(address) ?? 0) {
      const { isAllowed, standings } = await store.take([this.charge(address, owed)])
      // More may have been reported meanwhile.
      if (isAllowed) this.debts.set(address, (this.debts.get(address) ?? 0) - Math.min(owed, this.quota.burst))
      else await Bun.sleep(Math.max(1, standings[0]?.waitMs ?? this.quota.unitMs))
    }
  }

  /** No more than fits the bucket, which is all that an address can ever get at once. */
  private charge(address: string, units: number): Charge {
    return { key: `target ${address}`, quota: this.quota, weight: Math.min(units, this.quota.burst) }
  }
}

/** What the mapped form of IPv6 stands for gets the packets. */
function canonical(address: string): string {
  return address.startsWith(MAPPED) ? (parseUnmapped(address)?.text ?? address) : address
}

/** A store that fails says so itself; what this process knows still holds. */
function ignore(): void {}
