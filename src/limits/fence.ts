import type { Peer } from '../policy/caller.ts'
import { againstRequests } from '../run/limited.ts'
import { chargesOf } from './client.ts'
import type { TellCutOff } from './cut-off.ts'
import type { Charge, Quota } from './gcra.ts'
import { BucketTable } from './table.ts'

/** In each second, once those that may come at once have come. */
const A_SECOND = 100
const AT_ONCE = 400
/** A /48 may send so many times as much as one /64 in it. */
const BLOCK_FACTOR = 4

const OWN = quotaTimes(1)
const BLOCK = quotaTimes(BLOCK_FACTOR)
/** Whose buckets are charged is the same as for the weights of runs; this quota is not. */
const ANY_RATE = { count: 1, windowS: 1 } as const

/**
 * A bound on everything that a client asks, whether or not a weight is taken for it: far more than people and scripts need, and far
 * less than what keeps a processor busy. Each process has its own, since no store is asked for every request.
 */
export class Fence {
  constructor(
    private readonly tell: TellCutOff = () => {},
    private readonly buckets = new BucketTable(),
  ) {}

  /** Counts a request; throws a Refusal where the client has sent too many. */
  count(caller: Peer): void {
    const charges = chargesFor(caller, 1)
    const { isAllowed, standings } = this.buckets.take(charges)
    if (isAllowed) return
    const refused = charges[standings[0]?.waitMs ? 0 : 1]
    this.tell('fence', refused?.key ?? '')
    const { burst } = refused?.quota ?? OWN
    throw againstRequests(burst, AT_ONCE / A_SECOND, Math.max(...standings.map(({ waitMs }) => waitMs)))
  }

  /** Counts more for an answer that turned out to be large; those that follow wait for it. */
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
