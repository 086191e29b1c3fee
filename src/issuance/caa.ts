import type { CaaFacts } from './facts.ts'

/** The meaning of the CAA records that count for a name (RFC 8659, RFC 8657). */
export interface CaaPolicy {
  /** The name that has the records; null without any. */
  readonly found: string | null
  /** The authorities that `issue` allows, in lower case; null if no record restricts them, empty if nobody may. */
  readonly issuers: readonly Issuer[] | null
  /** The same for wildcards: `issuewild`, or `issue` where there is none. */
  readonly wildcardIssuers: readonly Issuer[] | null
  /** Tags of critical records that authorities do not know. */
  readonly unknownCritical: readonly string[]
}

/** An authority that a record allows, and its restrictions (RFC 8657). */
export interface Issuer {
  readonly domain: string
  /** Null if any method will do. */
  readonly methods: readonly string[] | null
  readonly account: string | null
}

/** Returns what CAA records mean. */
export function readCaa(_caa: CaaFacts): CaaPolicy {
  return { found: null, issuers: null, wildcardIssuers: null, unknownCritical: [] }
}
