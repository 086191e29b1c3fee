import type { Caller, Peer } from '../policy/caller.ts'
import { clientOf, networkOf } from '../policy/client.ts'
import { againstRequests } from '../run/limited.ts'
import type { TellCutOff } from './cut-off.ts'
import type { Charge, Quota } from './gcra.ts'
import { BucketTable } from './table.ts'

/** The requests in each second, once those that may come at once have come. */
const A_SECOND = 100
const AT_ONCE = 400
/** The requests of a /48, as a multiple of those of one /64 in it. */
const BLOCK_FACTOR = 4

const OWN = quotaTimes(1)
const BLOCK = quotaTimes(BLOCK_FACTOR)
/** A placeholder: buckets are chosen as for the weights of runs, but have the quota below. */
const ANY_RATE = { count: 1, windowS: 1 } as const

/**
 * A bound on all requests of a client, whether or not a weight is taken for them: far more than people and scripts need, and far less than
 * what keeps a processor busy. Each process has its own, since no store is asked for every request.
 */
export class Fence {
  constructor(
    private readonly tell: TellCutOff = () => {},
    private readonly buckets = new BucketTable(),
  ) {}

  /** Counts a request; throws a Refusal if the client has sent too many. */
  count(caller: Peer): void {
    const charges = chargesFor(caller, 1)
    const { isAllowed, standings } = this.buckets.take(charges)
    if (isAllowed) return
    const refused = charges[standings[0]?.waitMs ? 0 : 1]
    this.tell('fence', refused?.key ?? '')
    const { burst } = refused?.quota ?? OWN
    throw againstRequests(burst, AT_ONCE / A_SECOND, Math.max(...standings.map(({ waitMs }) => waitMs)))
  }

  /** Counts more for an answer that turned out to be large; it is charged to later requests. */
  owe(caller: Peer, units: number): void {
    this.buckets.owe(chargesFor(caller, units))
  }
}

function chargesFor(caller: Peer, weight: number): Charge[] {
  return chargesOf(caller, ANY_RATE, 0).map(({ key }, index) => ({ key, quota: index === 0 ? OWN : BLOCK, weight }))
}

function quotaTimes(factor: number): Quota {
  return { policy: 'requests', burst: AT_ONCE * factor, unitMs: 1000 / (A_SECOND * factor) }
}

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
