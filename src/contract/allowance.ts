/**
 * What a limit counts: the weights of a client's requests, what a target gets from all clients, checks that run at once, all requests of a
 * client, or those that wait on one connection.
 */
export const LIMIT_POLICIES = ['client', 'target', 'concurrency', 'requests', 'pipeline'] as const
export type LimitPolicy = (typeof LIMIT_POLICIES)[number]

/** What is left of what somebody may have. */
export interface Allowance {
  readonly policy: LimitPolicy
  readonly quota: number
  /** In which time so much may be had, in seconds; null for what may be had at once. */
  readonly windowS: number | null
  readonly remaining: number
  /** Until everything is there again, in seconds; null where nobody knows. */
  readonly resetS: number | null
}
