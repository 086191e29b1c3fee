import { cleanText } from '../../contract/clean.ts'

/** The names of extended DNS errors (IANA, "Extended DNS Error Codes"; RFC 8914). */
const ERROR_NAMES = [
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
  readonly text: string | null
}

const TEXT_MAX_BYTES = 512
/** Matches once per run of NULs, not once per NUL: a server may send hundreds. */
const NULS_AT_END = /(?<!\0)\0+$/

/** The errors that mean that a signature is invalid. */
const BOGUS_CODES = new Set([6, 7, 8, 9, 10, 11, 12, 25])

/** Returns an error and its text. Some servers end the text with a NUL, which may be dropped (RFC 8914, section 2). */
export function extendedError(code: number, words: Buffer): ExtendedError {
  const start = cleanText(words.subarray(0, TEXT_MAX_BYTES).toString('utf8').replace(NULS_AT_END, ''))
  const text = words.length > TEXT_MAX_BYTES ? `${start}…` : start
  return { code, name: ERROR_NAMES[code] ?? `Code ${code}`, text: text === '' ? null : text }
}

export function saysBogus(errors: readonly ExtendedError[]): boolean {
  return errors.some(({ code }) => BOGUS_CODES.has(code))
}
