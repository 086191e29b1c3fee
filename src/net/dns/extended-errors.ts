/** The names of extended DNS errors (IANA, "Extended DNS Error Codes"; RFC 8914). */
const NAMES = [
  'Other',
  'Unsupported DNSKEY Algorithm',
  'Unsupported DS Digest Type',
  'Stale Answer',
  'Forged Answer',
  'DNSSEC Indeterminate',
  'DNSSEC Bogus',
  'Signature Expired',
  'Signature Not Yet Valid',
  'DNSKEY Missing',
  'RRSIGs Missing',
  'No Zone Key Bit Set',
  'NSEC Missing',
  'Cached Error',
  'Not Ready',
  'Blocked',
  'Censored',
  'Filtered',
  'Prohibited',
  'Stale NXDOMAIN Answer',
  'Not Authoritative',
  'Not Supported',
  'No Reachable Authority',
  'Network Error',
  'Invalid Data',
  'Signature Expired before Valid',
  'Too Early',
  'Unsupported NSEC3 Iterations Value',
  'Unable to conform to policy',
  'Synthesized',
  'Invalid Query Type',
] as const

export interface ExtendedError {
  readonly code: number
  readonly name: string
  /** What the server adds in its own words. */
  readonly text: string | null
}

/** The errors that say that a signature does not hold. */
const BOGUS = new Set([6, 7, 8, 9, 10, 11, 12, 25])

export function extendedError(code: number, text: string): ExtendedError {
  return { code, name: NAMES[code] ?? `Code ${code}`, text: text === '' ? null : text }
}

export function saysBogus(errors: readonly ExtendedError[]): boolean {
  return errors.some(({ code }) => BOGUS.has(code))
}
