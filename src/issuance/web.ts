import type { Checking } from './checking.ts'
import type { DnsFacts, Facts } from './facts.ts'

/** Returns what the addresses of a name answer on ports 80 and 443, at most two of each family. */
export async function lookAtAddresses(_checking: Checking, _dns: DnsFacts): Promise<Pick<Facts, 'addresses' | 'omitted'>> {
  return { addresses: [], omitted: 0 }
}
