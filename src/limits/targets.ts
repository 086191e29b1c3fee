import { TARGET_QUOTA, type TargetLimit } from '../net/budget.ts'
import { parseUnmapped } from '../policy/address.ts'
import { clientOf } from '../policy/client.ts'
import type { Charge, Quota } from './gcra.ts'
import type { LimitStore } from './store.ts'
import type { BucketTable } from './table.ts'

/** A unit is a packet or a connection. */
const QUOTA: Quota = {
  policy: 'target',
  burst: TARGET_QUOTA.quota,
  unitMs: (TARGET_QUOTA.windowS * 1000) / TARGET_QUOTA.quota,
}

/** A machine may answer under every address of its /64, and all of them share one line. */
const NETWORK_FACTOR = 2

/**
 * The limits of what each address gets from all requests together, and over IPv6 the /64 around it. Whether something may be sent is
 * decided at once, from what this process knows. If several processes share a store, it is charged afterwards; a bucket that has too little
 * left there gets nothing more from this process until the store has counted what was sent.
 */
export class TargetLimits implements TargetLimit {
  /** The units that were sent, and that the store has not counted yet, by bucket. */
  private readonly debts = new Map<string, number>()

  constructor(
    private readonly local: BucketTable,
    /** Null if this process is the only one. */
    private readonly shared: LimitStore | null = null,
    private readonly quota: Quota = QUOTA,
  ) {}

  take(address: string, units: number): boolean {
    const charges = this.chargesOf(address, units)
    if (charges.some(({ key }) => this.debts.has(key))) return false
    const { isAllowed } = this.local.take(charges)
    if (isAllowed && this.shared) for (const charge of charges) this.report(this.shared, charge).catch(ignore)
    return isAllowed
  }

  waitMs(address: string): number {
    const charges = this.chargesOf(address, 0)
    const { standings } = this.local.take(charges)
    const waits = charges.map(({ key, quota: { burst, unitMs } }, index) =>
      Math.max(0, (standings[index]?.resetMs ?? 0) - (burst - 1) * unitMs, (this.debts.get(key) ?? 0) * unitMs),
    )
    return Math.max(...waits)
  }

  private async report(store: LimitStore, charge: Charge): Promise<void> {
    const { isAllowed } = await store.take([charge])
    if (isAllowed) return
    const before = this.debts.get(charge.key)
    this.debts.set(charge.key, (before ?? 0) + charge.weight)
    if (before !== undefined) return
    try {
      await this.settle(store, charge)
    } finally {
      this.debts.delete(charge.key)
    }
  }

  /** Charges a debt as soon as the store has enough left. */
  private async settle(store: LimitStore, { key, quota }: Charge): Promise<void> {
    for (let owed = this.debts.get(key) ?? 0; owed > 0; owed = this.debts.get(key) ?? 0) {
      const part = Math.min(owed, quota.burst)
      const { isAllowed, standings } = await store.take([{ key, quota, weight: part }])
      // More may have been sent in the meantime.
      if (isAllowed) this.debts.set(key, (this.debts.get(key) ?? 0) - part)
      else await Bun.sleep(Math.max(1, standings[0]?.waitMs ?? quota.unitMs))
    }
  }

  /** Returns the charges for some units: no more than fits the bucket, which is all that an address can ever get at once. */
  private chargesOf(text: string, units: number): Charge[] {
    const { quota } = this
    const weight = Math.min(units, quota.burst)
    const address = parseUnmapped(text)
    const own: Charge = { key: `target ${address?.text ?? text}`, quota, weight }
    if (!address || address.version === 4) return [own]
    const network = { ...quota, burst: quota.burst * NETWORK_FACTOR, unitMs: quota.unitMs / NETWORK_FACTOR }
    return [own, { key: `target ${clientOf(address)}`, quota: network, weight }]
  }
}

/** Drops an error of the store, which logs it itself; this process's own numbers still hold. */
function ignore(): void {}
