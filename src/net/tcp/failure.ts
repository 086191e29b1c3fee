import { BUDGET_EXCEEDED } from '../budget.ts'
import type { Layer } from '../findings.ts'

/** The reason why there is no connection. */
export interface ConnectFailure {
  readonly outcome: 'connect-failed' | 'timeout'
  /** Kebab-case, such as "connection-refused", "host-unreachable". */
  readonly reason: string
  readonly failedLayer: Layer
}

export function connectFailed(reason: string, failedLayer: Layer = 'tcp'): ConnectFailure {
  return { outcome: 'connect-failed', reason, failedLayer }
}

/** The request has used up its budget. */
export const OVER_BUDGET = connectFailed(BUDGET_EXCEEDED, 'local')

/** Nothing answered in time. */
export const SILENCE: ConnectFailure = { outcome: 'timeout', reason: 'no-answer', failedLayer: 'tcp' }
