import type { Caller } from '../policy/caller.ts'
import { clientOf, networkOf } from '../policy/client.ts'
import type { Charge, Quota } from './gcra.ts'

/** A rate of this many units in this many seconds: a second, a minute or an hour. */
export interface Rate {
  readonly count: number
  readonly windowS: 1 | 60 | 3600
}

/** The allowance of a network, as a multiple of that of a client. */
const NETWORK_FACTOR = 4

/** Returns the quota of a client: all of it at once, or spread over the window. */
function quotaOf({ count, windowS }: Rate, factor = 1): Quota {
  return { policy: 'client', burst: count * factor, unitMs: (windowS * 1000) / (count * factor) }
}

/**
 * Returns the charges for a request: to the allowance of its client, and over IPv6 to that of the network around it; none for the user of
 * this program. Behind a proxy that does not name its clients, or over a socket file, all share one allowance: otherwise a client could escape every
 * limit by staying unnamed.
 */
export function chargesOf(caller: Caller, rate: Rate, weight: number): Charge[] {
  if (caller.kind === 'local') return []
  const quota = quotaOf(rate)
  const own: Charge = { key: clientOf(caller.known), quota, weight: Math.min(weight, quota.burst) }
  const network = networkOf(caller.known)
  return network === own.key ? [own] : [own, { key: network, quota: quotaOf(rate, NETWORK_FACTOR), weight: own.weight }]
}
