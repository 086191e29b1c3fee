/** What a limit counts: the requests of a client, what a target gets from all of them, or checks that run at once. */
export type LimitPolicy = 'client' | 'target' | 'concurrency'

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
