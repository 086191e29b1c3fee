/** Handshakes of the runtime: one that agrees on whatever there is, and one that offers a single application protocol. */
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { SecureContext, TLSSocket } from 'node:tls'
import { onAbort, since, withDeadline } from '../../platform/deadline.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import type { PublicEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { connectFirst } from '../tcp/connect.ts'
import { FLIGHT_BYTES_MAX, type Flight, FlightReader } from './flight.ts'

export interface HandshakeEnd {
  readonly by: 'agreed' | 'late' | 'failed'
  /** The runtime's, if it failed with one. */
  readonly error: Error | null
}

interface Wanted {
  /** The open connection; whoever opened it closes it. */
  readonly socket: Duplex
  /** The name to ask for. Null for an address, which is not a server name (RFC 6066, section 3). */
  readonly serverName: string | null
  /** The application protocols to offer. */
  readonly alpn: readonly string[]
  readonly minVersion?: 'TLSv1.2'
  /** The roots by which the runtime judges the certificate; the bundled ones by default. */
  readonly secureContext?: SecureContext
}

/** Negotiates TLS, whatever the certificate: it is to be inspected, not refused. Whoever calls destroys the secured socket. */
export async function negotiate(
  { socket, serverName, alpn, ...options }: Wanted,
  signal: AbortSignal,
): Promise<{ readonly secured: TLSSocket; readonly end: HandshakeEnd }> {
  const secured = builtIn.tls().connect({
    ...options,
    socket,
    ...(serverName === null ? {} : { servername: serverName }),
    ALPNProtocols: [...alpn],
    rejectUnauthorized: false,
  })
  const { promise, resolve } = Promise.withResolvers<HandshakeEnd>()
  secured.once('secureConnect', () => resolve({ by: 'agreed', error: null }))
  secured.on('error', (error) => resolve({ by: 'failed', error }))
  secured.on('close', () => resolve({ by: 'failed', error: null }))
  // A timeout of the runtime does not fire while a handshake is pending.
  const release = onAbort(signal, () => resolve({ by: 'late', error: null }))
  return { secured, end: await promise.finally(release) }
}

/** The server to offer a protocol to: the name that it is asked for, and where. */
export interface OfferTarget {
  readonly host: string
  readonly endpoint: PublicEndpoint
}

/**
 * The end of a handshake that offers one application protocol alone. "offered": the server speaks it; "ignored": it went on without it, or
 * with another; "alert": it refused within TLS; "broken": TLS that stopped, or a connection that ended or fell silent without a word.
 */
export interface Offer {
  readonly outcome: 'offered' | 'ignored' | 'alert' | 'plain-http' | 'not-tls' | 'broken' | 'connect-failed'
  /** Kebab-case, such as "connection-refused", "no-answer", "handshake-stalled"; null if the server answered within TLS. */
  readonly reason: string | null
  /** The number of the alert (RFC 8446, section 6.2). */
  readonly alert: number | null
  /** The protocol that was agreed on; null if none was. */
  readonly alpn: string | null
  readonly elapsedMs: number
}

/** The library's number of an error that an alert has caused: a thousand more than the number of the alert, behind the number of the library. */
const LIBRARY_ERROR = /^error:[0-9a-f]{5}([0-9a-f]{3}):/
const ALERT_ERRORS = 1000

/** Offers one application protocol to a server, by versions that authorities speak (1.2 and 1.3), whatever its certificate. */
export function offerProtocol(
  { host, endpoint }: OfferTarget,
  protocol: string,
  milliseconds: number,
  { budget, signal }: Bounds,
): Promise<Offer> {
  const started = performance.now()
  return withDeadline(milliseconds, signal, async (limit) => {
    const opened = await connectFirst([endpoint], { budget, signal: limit, explainRefusals: true })
    if ('failure' in opened)
      return { outcome: 'connect-failed', reason: opened.failure.reason, alert: null, alpn: null, elapsedMs: since(started) }
    const reader = new FlightReader()
    const socket = readAlong(opened.socket, reader, budget)
    const { secured, end } = await negotiate({ socket, serverName: host, alpn: [protocol], minVersion: 'TLSv1.2' }, limit)
    const alpn = (end.by === 'agreed' && secured.alpnProtocol) || null
    secured.destroy()
    opened.socket.destroy()
    return { ...offerFinding(end, alpn === protocol, reader.flight), alpn, elapsedMs: since(started) }
  })
}

function alertIn({ message }: Error): number | null {
  const number = Number.parseInt(LIBRARY_ERROR.exec(message)?.[1] ?? '', 16)
  return number >= ALERT_ERRORS ? number - ALERT_ERRORS : null
}

/** Returns a way through a socket on which the answer is read as well: the runtime says why a handshake failed, but not what came instead. */
function readAlong(socket: Socket, reader: FlightReader, budget: Bounds['budget']): Duplex {
  let bytes = 0
  const { Duplex } = builtIn.stream()
  const through = new Duplex({
    read: () => void socket.resume(),
    write: (chunk, _, done) => void socket.write(chunk, () => done()),
    final: (done) => void socket.end(() => done()),
    destroy: (error, done) => {
      socket.destroy()
      done(error)
    },
  })
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    reader.add(chunk)
    if (bytes > FLIGHT_BYTES_MAX || !budget.takeBytes(chunk.length)) through.destroy()
    else through.push(chunk)
  })
  socket.on('end', () => through.push(null))
  socket.on('error', (error) => void through.destroy(error))
  socket.on('close', () => void through.destroy())
  return through
}

type OfferFinding = Pick<Offer, 'outcome' | 'reason' | 'alert'>

function offerFinding(end: HandshakeEnd, isSpoken: boolean, { answer, alert: readAlert }: Flight): OfferFinding {
  const found = (outcome: Offer['outcome'], reason: string | null = null) => ({ outcome, reason, alert: null })
  if (end.by === 'agreed') return found(isSpoken ? 'offered' : 'ignored')
  if (answer === 'http') return found('plain-http', 'http-on-port')
  if (answer === 'other') return found('not-tls', 'not-tls')
  const alert = readAlert ?? (end.error && alertIn(end.error))
  if (alert !== null) return { outcome: 'alert', reason: null, alert }
  if (answer === 'hello') return found('broken', end.by === 'late' ? 'handshake-stalled' : 'handshake-failed')
  return found('broken', end.by === 'late' ? 'no-answer' : 'connection-closed')
}
