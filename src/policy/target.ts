import type { Address } from './address.ts'

const MINT = Symbol('public target')

/** An address that the policy has let pass. Only `policy/` makes one, so whoever holds it need not check again. */
export class PublicTarget {
  constructor(
    mint: typeof MINT,
    readonly address: Address,
  ) {
    if (mint !== MINT) throw new Error('only the policy makes targets')
  }
}

/** For `policy/` alone; a test keeps everyone else from importing it. */
export function mintTarget(address: Address): PublicTarget {
  return new PublicTarget(MINT, address)
}
