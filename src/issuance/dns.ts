import type { Checking } from './checking.ts'
import type { DnsFacts } from './facts.ts'

/** Returns what name servers say of a name: its addresses, CAA records, zone and challenge record, as far as the methods need them. */
export async function lookAtNames(_checking: Checking): Promise<DnsFacts> {
  return { ipv4: null, ipv6: null, caa: null, zone: null, challenge: null }
}
