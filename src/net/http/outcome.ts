import type { Layer } from '../findings.ts'

const REQUEST_OUTCOMES = ['response', 'connect-failed', 'tls-failed', 'timeout', 'protocol-error'] as const

export const CHAIN_OUTCOMES = [...REQUEST_OUTCOMES, 'too-many-redirects', 'redirect-refused'] as const
export type ChainOutcome = (typeof CHAIN_OUTCOMES)[number]

export interface HttpFailure {
  readonly outcome: Exclude<(typeof REQUEST_OUTCOMES)[number], 'response'>
  /** Kebab-case, such as "connection-refused", "not-tls", "not-http". */
  readonly reason: string
  readonly failedLayer: Layer
}

export type ProtocolViolation =
  | 'not-http'
  | 'tls-on-http-port'
  | 'unsupported-http-version'
  | 'malformed-status-line'
  | 'header-too-large'
  | 'too-many-interim-responses'
  | 'closed-without-answer'
  | 'closed-early'

export function tlsFailed(reason: string): HttpFailure {
  return { outcome: 'tls-failed', reason, failedLayer: 'tls' }
}

export function protocolError(reason: ProtocolViolation | 'connection-reset'): HttpFailure {
  return { outcome: 'protocol-error', reason, failedLayer: 'http' }
}

/** Returns the failure of a request whose time is up: silence, or an answer that came too slowly. */
export function timedOut(failedLayer: Layer, hasBytes = false): HttpFailure {
  return { outcome: 'timeout', reason: hasBytes ? 'incomplete-answer' : 'no-answer', failedLayer }
}
