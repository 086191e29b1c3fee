import type { PublicTarget } from '../policy/target.ts'
import { type Hedged, hedge } from './hedge.ts'

/** The next address is tried after so long (RFC 8305, section 5). */
const NEXT_ADDRESS_MS = 250
/** A name must not make us knock at dozens of doors. */
const ADDRESSES_MAX = 6

/** Tries the addresses of a host one after the other, the next at once when one fails; the first that is accepted wins. */
export function tryAddresses<Result>(
  targets: readonly PublicTarget[],
  signal: AbortSignal,
  attempt: (target: PublicTarget) => Promise<Result>,
  isAccepted: (result: Result) => boolean,
): Promise<Hedged<Result>> {
  const attempts = targets.slice(0, ADDRESSES_MAX).map((target) => () => attempt(target))
  return hedge(attempts, NEXT_ADDRESS_MS, signal, isAccepted)
}
