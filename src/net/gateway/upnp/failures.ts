import type { Failed } from '../types.ts'
import type { Fault } from './soap.ts'

/** The codes of WANIPConnection and WANPPPConnection. */
const OF_MAPPINGS: Readonly<Record<number, Failed['failed']>> = {
  401: 'unsupported',
  602: 'unsupported',
  606: 'forbidden',
  713: 'absent',
  714: 'absent',
  718: 'taken',
  724: 'unsupported',
  725: 'permanent',
  726: 'unsupported',
  727: 'unsupported',
  728: 'no-room',
  729: 'taken',
}
/** The codes of WANIPv6FirewallControl. */
const OF_PINHOLES: Readonly<Record<number, Failed['failed']>> = {
  401: 'unsupported',
  602: 'unsupported',
  606: 'forbidden',
  701: 'no-room',
  702: 'unsupported',
  703: 'forbidden',
  704: 'absent',
  705: 'unsupported',
  706: 'unsupported',
  707: 'unsupported',
  708: 'unsupported',
}

export const UNSUPPORTED: Failed = { failed: 'unsupported', code: null }
/** "Only permanent leases", as a gateway should have said that has made one. */
export const ONLY_PERMANENT: Failed = { failed: 'permanent', code: 725 }

export function mappingFailure(fault: Fault): Failed {
  return failure(fault, OF_MAPPINGS)
}

export function pinholeFailure(fault: Fault): Failed {
  return failure(fault, OF_PINHOLES)
}

function failure({ fault }: Fault, codes: Readonly<Record<number, Failed['failed']>>): Failed {
  return typeof fault === 'number' ? { failed: codes[fault] ?? 'other', code: fault } : { failed: fault, code: null }
}
