/**
 * The limits, by what they count: the weights of a client's requests, what a target gets from all clients, checks that run at once, all
 * requests of a client, or those that wait on one connection.
 */
export const LIMIT_POLICIES = ['client', 'target', 'concurrency', 'requests', 'pipeline'] as const
type LimitPolicy = (typeof LIMIT_POLICIES)[number]

/** An allowance, and the part of it that is left. */
export interface Allowance {
  readonly policy: LimitPolicy
  readonly quota: number
  /** The seconds in which this much is allowed; null if the limit is for a moment. */
  readonly windowS: number | null
  readonly remaining: number
  /** The seconds until all of it is there again; null if that cannot be known. */
  readonly resetS: number | null
}
