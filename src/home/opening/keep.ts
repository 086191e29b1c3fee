import { type Held, LEASE_MAX_S, openOnce } from './ask.ts'
import type { Clock } from './means.ts'

/** A computer that slept notices by this. */
const TICK_MS = 30_000
/** A first renewal that fails is repeated after this, then after twice as long each time. */
const AGAIN_MS = 15_000
const AGAIN_MAX_MS = 600_000
const CLOSE_AGAIN_MS = 1000
/** No gateway is asked more often, however short its leases are. */
const SOONEST_MS = 1000

export interface Keeping {
  readonly clock: Clock
  /** Fires when the rules are to be taken back. */
  readonly signal: AbortSignal
  /** The time of the end; null if there is none. */
  readonly until: number | null
  /** Hears that a rule could not be renewed, and later that it could, or that it has another address by now. */
  told(held: Held, event: 'lost' | 'renewed'): void
}

/** Returns the lease to ask for: an hour at most, and not beyond the end. */
export function leaseFor(until: number | null, now: number): number {
  return until === null ? LEASE_MAX_S : Math.max(1, Math.min(LEASE_MAX_S, Math.ceil((until - now) / 1000)))
}

/** Renews a rule at half its time until the end, or until the signal fires. */
export async function keep(held: Held, { clock, signal, until, told }: Keeping): Promise<void> {
  const end = until ?? Number.POSITIVE_INFINITY
  let failures = 0
  let dueAt = renewalOf(held, clock.now(), end)
  while (!signal.aborted && clock.now() < end) {
    await clock.pause(Math.max(0, Math.min(TICK_MS, dueAt - clock.now(), end - clock.now())), signal)
    if (signal.aborted || clock.now() >= end || clock.now() < dueAt || !held.opener) continue
    const said = await openOnce(held.opener, { ...held.wanted, lifetimeS: leaseFor(until, clock.now()) })
    if ('failed' in said) {
      if (failures === 0) told(held, 'lost')
      dueAt = clock.now() + Math.min(AGAIN_MAX_MS, AGAIN_MS * 2 ** failures++)
      continue
    }
    held.endsAt = clock.now() + said.lifetimeS * 1000
    const isElsewhere = said.externalIp !== null && said.externalIp !== held.externalIp
    held.externalIp = said.externalIp ?? held.externalIp
    if (failures > 0 || isElsewhere) told(held, 'renewed')
    failures = 0
    dueAt = renewalOf(held, clock.now(), end)
  }
}

/** Returns when to renew: at half the time that is left, but not a rule that lasts to the end. */
function renewalOf({ endsAt, opener }: Held, now: number, end: number): number {
  if (!opener || endsAt === null || endsAt >= end) return Number.POSITIVE_INFINITY
  return now + Math.min(LEASE_MAX_S * 500, Math.max(SOONEST_MS, (endsAt - now) / 2))
}

/** Takes back the rules that were made, trying twice. One that cannot be taken back stays until its end. */
export async function takeBack(all: readonly Held[], clock: Clock): Promise<void> {
  await Promise.all(
    all.map(async (held) => {
      const { opener, wanted } = held
      if (!opener) return
      for (let tries = 0; held.isLeft && tries < 2; tries++) {
        if (tries > 0) await clock.pause(CLOSE_AGAIN_MS, new AbortController().signal)
        const said = await opener.close(wanted)
        held.isLeft = said !== 'closed' && said.failed !== 'absent'
      }
      if (held.endsAt !== null && held.endsAt <= clock.now()) held.isLeft = false
    }),
  )
}
