import type { Layer } from '../findings.ts'
import type { ConnectFailure } from '../tcp/failure.ts'
import type { Probe } from './probe.ts'
import { ALERTS } from './suites.ts'

export const TLS_OUTCOMES = ['handshake', 'connect-failed', 'no-tls', 'timeout'] as const

/** The reason why there was no handshake; reason and layer are null if there was one. */
export interface Failure {
  readonly outcome: (typeof TLS_OUTCOMES)[number]
  readonly reason: string | null
  readonly failedLayer: Layer | null
}

/** Returns the failure of an inspection that did not even get a connection. */
export function connectFailure({ reason, failedLayer }: ConnectFailure): Failure {
  return { outcome: reason === 'no-answer' ? 'timeout' : 'connect-failed', reason, failedLayer }
}

/**
 * "http-on-port": plain HTTP. "not-tls": something else that is not TLS. "connection-closed": nothing but the end.
 * "handshake-stalled": TLS began and stopped. The rest are refusals within TLS: of the name, of every version offered, or
 * without a reason that would say anything.
 */
type TlsReason =
  | 'no-answer'
  | 'http-on-port'
  | 'not-tls'
  | 'connection-closed'
  | 'handshake-stalled'
  | 'handshake-refused'
  | 'name-refused'
  | 'version-refused'

/** Works out from the probes why a handshake failed; `late`: it ran out of time. */
export function diagnose(late: boolean, probes: readonly Probe[]): Failure {
  const flights = probes.map(({ flight }) => flight)
  const isAnswered = (answer: (typeof flights)[number]['answer']) => flights.some((flight) => flight.answer === answer)
  const noTls = (reason: TlsReason): Failure => ({ outcome: 'no-tls', reason, failedLayer: 'tls' })
  const timeout = (reason: TlsReason): Failure => ({ outcome: 'timeout', reason, failedLayer: 'tls' })
  if (isAnswered('http')) return noTls('http-on-port')
  if (isAnswered('other')) return noTls('not-tls')
  if (isAnswered('hello')) return late ? timeout('handshake-stalled') : noTls('handshake-refused')
  const alerts = flights.map(({ alert }) => alert).filter((alert) => alert !== null)
  if (alerts.includes(ALERTS.unrecognizedName)) return noTls('name-refused')
  if (alerts.length > 0)
    return noTls(alerts.every((alert) => alert === ALERTS.protocolVersion) ? 'version-refused' : 'handshake-refused')
  return late ? timeout('no-answer') : noTls('connection-closed')
}
