import type { Caller } from '../policy/caller.ts'
import { clientOf, networkOf } from '../policy/client.ts'
import type { Charge, Quota } from './gcra.ts'

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
