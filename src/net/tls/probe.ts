import { withDeadline } from '../../platform/deadline.ts'
import type { PublicEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { converse, type Ending } from '../conversation.ts'
import type { Layer } from '../findings.ts'
import { type ConnectFailure, connectFirst } from '../tcp/connect.ts'
import { type Flight, FlightReader } from './flight.ts'
import { clientHello } from './hello.ts'
import { ALERTS, type Protocol } from './suites.ts'

const PROBE_MS = 3500

export interface Probe {
  readonly protocol: Protocol
  readonly flight: Flight
  /** "answered": the answer was complete enough. */
  readonly end: 'answered' | 'closed' | 'silent' | 'not-connected'
}

/** Offers one version of TLS to an endpoint over a connection of its own, and reads the answer. */
export function probe(
  protocol: Protocol,
  { endpoint, serverName }: { readonly endpoint: PublicEndpoint; readonly serverName: string | null },
  bounds: Bounds,
): Promise<Probe> {
  return withDeadline(PROBE_MS, bounds.signal, async (signal) => {
    const reader = new FlightReader()
    // It has just accepted a connection; why it does not accept another one does not matter.
    const opened = await connectFirst([endpoint], { budget: bounds.budget, signal, explainRefusals: false })
    if ('failure' in opened) return { protocol, flight: reader.flight, end: 'not-connected' }
    const listener = {
      hear(chunk: Buffer): Probe['end'] | null {
        if (!bounds.budget.takeBytes(chunk.length)) return 'silent'
        reader.add(chunk)
        return reader.done ? 'answered' : null
      },
      end: ({ by }: Ending): Probe['end'] => (by === 'time' ? 'silent' : 'closed'),
    }
    const end = await converse(opened.socket, clientHello(protocol, serverName), listener, signal)
    opened.socket.destroy()
    return { protocol, flight: reader.flight, end }
  })
}

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
