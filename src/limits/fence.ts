import { againstRequests } from '../operations/run/limited.ts'
import type { Peer } from '../policy/caller.ts'
import type { TellCutOff } from './cut-offs.ts'
import { BucketTable, chargesOf, type Quota } from './gcra.ts'

/** The requests in each second, once those that may come at once have come. */
const A_SECOND = 100
const AT_ONCE = 400
const QUOTA: Quota = { policy: 'requests', burst: AT_ONCE, unitMs: 1000 / A_SECOND }

/**
 * A bound on all requests of a client, whether or not a weight is taken for them: far more than people and scripts need, and far less than
 * what keeps a processor busy. Each process has its own, since no store is asked for every request.
 */
export class Fence {
  private readonly buckets = new BucketTable()

  constructor(private readonly tell: TellCutOff) {}

  /** Counts a request; throws a Refusal if the client has sent too many. */
  count(caller: Peer): void {
    const charges = chargesOf(caller, QUOTA, 1)
    const { isAllowed, standings } = this.buckets.take(charges)
    if (isAllowed) return
    const { key, quota } = charges.find((_, index) => (standings[index]?.waitMs ?? 0) > 0) ?? { key: '', quota: QUOTA }
    this.tell('fence', key)
    throw againstRequests(quota.burst, AT_ONCE / A_SECOND, Math.max(...standings.map(({ waitMs }) => waitMs)))
  }

  /** Counts more for an answer that turned out to be large; it is charged to later requests. */
  owe(caller: Peer, units: number): void {
    this.buckets.owe(chargesOf(caller, QUOTA, units))
  }
}
