import type { Eventually } from '../run/call.ts'
import type { Charge, Standing } from './gcra.ts'

/** A store of buckets: in this process, in the parent of several, or in Redis. */
export interface LimitStore {
  /** Takes every charge, or none of them if any bucket has too little left. The standings are in the order of the charges. */
  take(charges: readonly Charge[]): Eventually<Decision>
}

export interface Decision {
  readonly isAllowed: boolean
  readonly standings: readonly Standing[]
}
