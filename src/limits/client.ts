import type { Caller } from '../policy/caller.ts'
import { clientOf, networkOf } from '../policy/client.ts'
import type { Charge, Quota } from './gcra.ts'

/** So many units in so many seconds: a second, a minute or an hour. */
export interface Rate {
  readonly count: number
  readonly windowS: 1 | 60 | 3600
}

/** How many times as much as a client its network may take. */
const NETWORK_FACTOR = 4

/** Returns the quota of a client: all of it at once, or spread over the window. */
export function quotaOf({ count, windowS }: Rate, factor = 1): Quota {
  return { policy: 'client', burst: count * factor, unitMs: (windowS * 1000) / (count * factor) }
}

/**
 * What a request takes: from the allowance of its client, and over IPv6 from that of the network around it; nothing from whoever runs
 * this program. Behind a proxy that names nobody all share that of the proxy: whoever made themselves unnamed would otherwise be free
 * of every limit.
 */
export function chargesOf(caller: Caller, rate: Rate, weight: number): Charge[] {
  if (caller.kind === 'local') return []
  const quota = quotaOf(rate)
  const own: Charge = { key: clientOf(caller.address), quota, weight: Math.min(weight, quota.burst) }
  const network = networkOf(caller.address)
  return network === own.key ? [own] : [own, { key: network, quota: quotaOf(rate, NETWORK_FACTOR), weight: own.weight }]
}
