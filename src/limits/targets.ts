import { TARGET_QUOTA, type TargetLimit } from '../net/budget.ts'
import { onAbort, pause } from '../platform/deadline.ts'
import { parseUnmapped } from '../policy/address.ts'
import { clientOf } from '../policy/client.ts'
import { type BucketTable, type Charge, type LimitStore, type Quota, timesAsMuch } from './gcra.ts'

/** A unit is a packet or a connection. */
const QUOTA: Quota = {
  policy: 'target',
  burst: TARGET_QUOTA.quota,
  unitMs: (TARGET_QUOTA.windowS * 1000) / TARGET_QUOTA.quota,
}

/** A machine may answer under every address of its /64, and all of them share one line. */
const NETWORK_FACTOR = 2

/** Those who wait until an address may get more, in the order in which they came. */
interface Line {
  waiting: number
  units: number
  /** Settles when the last of them has what it wants, or has given up. */
  last: Promise<void>
}

/**
 * The limits of what each address gets from all requests together, and over IPv6 the /64 around it. Whether something may be sent is
 * decided at once, from what this process knows. If several processes share a store, it is charged afterwards; a bucket that has too little
 * left there gets nothing more from this process until the store has counted what was sent.
 */
export class TargetLimits implements TargetLimit {
  /** The units that were sent, and that the store has not counted yet, by bucket. */
  private readonly debts = new Map<string, number>()
  private readonly lines = new Map<string, Line>()

  constructor(
    private readonly local: BucketTable,
    /** Null if this process is the only one. */
    private readonly shared: LimitStore | null = null,
  ) {}

  take(address: string, units: number): boolean {
    return this.tryToTake(address, units) === 0
  }

  turn(address: string, units: number, signal: AbortSignal): boolean | Promise<boolean> {
    return (!this.lines.has(address) && this.take(address, units)) || this.inLine(address, units, signal)
  }

  waitMs(address: string): number {
    const charges = this.chargesOf(address, 0)
    const { standings } = this.local.take(charges)
    const waits = charges.map(({ key, quota: { burst, unitMs } }, index) =>
      Math.max(0, (standings[index]?.resetMs ?? 0) - (burst - 1) * unitMs, this.owedMs(key, unitMs)),
    )
    return Math.max(...waits) + (this.lines.get(address)?.units ?? 0) * QUOTA.unitMs
  }

  private async inLine(address: string, units: number, signal: AbortSignal): Promise<boolean> {
    const line = this.lines.get(address) ?? { waiting: 0, units: 0, last: Promise.resolve() }
    this.lines.set(address, line)
    const { last: before } = line
    const ended = Promise.withResolvers<void>()
    line.last = ended.promise
    line.waiting++
    line.units += units
    try {
      await settledOrAborted(before, signal)
      while (!signal.aborted) {
        const waitMs = this.tryToTake(address, units)
        if (waitMs === 0) return true
        await pause(waitMs, signal)
      }
      return false
    } finally {
      line.units -= units
      if (--line.waiting === 0) this.lines.delete(address)
      // Giving up does not let others pass those before.
      void before.then(ended.resolve)
    }
  }

  /** Takes units, and returns 0; where there are too few, the milliseconds after which there may be enough. */
  private tryToTake(address: string, units: number): number {
    const charges = this.chargesOf(address, units)
    const owedMs = Math.max(...charges.map(({ key, quota }) => this.owedMs(key, quota.unitMs)))
    if (owedMs > 0) return owedMs
    const { isAllowed, standings } = this.local.take(charges)
    if (!isAllowed) return Math.max(...standings.map(({ waitMs }) => waitMs))
    if (this.shared) for (const charge of charges) this.report(this.shared, charge).catch(ignore)
    return 0
  }

  private owedMs(key: string, unitMs: number): number {
    return (this.debts.get(key) ?? 0) * unitMs
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
    const weight = Math.min(units, QUOTA.burst)
    const address = parseUnmapped(text)
    const own: Charge = { key: `target ${address?.text ?? text}`, quota: QUOTA, weight }
    if (!address || address.version === 4) return [own]
    return [own, { key: `target ${clientOf(address)}`, quota: timesAsMuch(QUOTA, NETWORK_FACTOR), weight }]
  }
}

/** Waits for something that cannot fail, or until the signal fires. */
function settledOrAborted(something: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const release = onAbort(signal, resolve)
  void something.then(resolve)
  return promise.finally(release)
}

/** Drops an error of the store, which logs it itself; this process's own numbers still hold. */
function ignore(): void {}
