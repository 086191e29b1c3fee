import type { CheckedAnswer, Dns } from '../../net/dns/index.ts'
import type { Looked } from '../facts.ts'

/** The part of name resolution that the questions of this folder need. */
export type Asking = Pick<Dns, 'lookupChecked' | 'found' | 'zoneOf' | 'askEach'>

/** The time limit for one question: web servers wait for the addresses, and an authority does not wait for long either. */
export const LOOKUP_MS = 4000

export function lookedUp({ answer, dnssec }: CheckedAnswer): Looked {
  const { status, reason, values } = answer
  return { status, reason, values, dnssec }
}
