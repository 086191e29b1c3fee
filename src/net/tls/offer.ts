import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { since } from '../../platform/clock.ts'
import { onAbort, withDeadline } from '../../platform/deadline.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import type { PublicEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { connectFirst, isOpened } from '../tcp/connect.ts'
import { connectFailed } from '../tcp/failure.ts'
import { FLIGHT_BYTES_MAX, FlightReader } from './flight.ts'

/** The server to offer a protocol to: the name that it is asked for, and where. */
export interface Offered {
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

type End = { readonly by: 'agreed' | 'late' } | { readonly by: 'failed'; readonly alert: number | null }

/** The library's number of an error that an alert has caused: a thousand more than the number of the alert, behind the number of the library. */
const LIBRARY_ERROR = /^error:[0-9a-f]{5}([0-9a-f]{3}):/
const ALERT_ERRORS = 1000

/** Offers one application protocol to a server, by versions that authorities speak (1.2 and 1.3), whatever its certificate. */
export function offerProtocol(to: Offered, protocol: string, milliseconds: number, { budget, signal }: Bounds): Promise<Offer> {
  const started = performance.now()
  return withDeadline(milliseconds, signal, async (signal) => {
    const opened = await connectFirst([to.endpoint], { budget, signal, explainRefusals: true })
    if (!opened || !isOpened(opened)) {
      const { reason } = opened?.failure ?? connectFailed('no-address', 'dns')
      return { outcome: 'connect-failed', reason, alert: null, alpn: null, elapsedMs: since(started) }
    }
    const reader = new FlightReader()
    const secured = builtIn.tls().connect({
      socket: listening(opened.socket, reader, budget),
      servername: to.host,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
      ALPNProtocols: [protocol],
    })
    try {
      const end = await endOf(secured, signal)
      const alpn = (end.by === 'agreed' && secured.alpnProtocol) || null
      return { ...judge(end, alpn === protocol, reader), alpn, elapsedMs: since(started) }
    } finally {
      secured.destroy()
      opened.socket.destroy()
    }
  })
}

async function endOf(secured: TLSSocket, signal: AbortSignal): Promise<End> {
  const { promise, resolve } = Promise.withResolvers<End>()
  secured.once('secureConnect', () => resolve({ by: 'agreed' }))
  secured.on('error', ({ message }) => resolve({ by: 'failed', alert: alertIn(message) }))
  secured.on('close', () => resolve({ by: 'failed', alert: null }))
  const release = onAbort(signal, () => resolve({ by: 'late' }))
  return promise.finally(release)
}

function alertIn(message: string): number | null {
  const number = Number.parseInt(LIBRARY_ERROR.exec(message)?.[1] ?? '', 16)
  return number >= ALERT_ERRORS ? number - ALERT_ERRORS : null
}

/** Returns a way through a socket on which the answer is read as well: the runtime says why a handshake failed, but not what came instead. */
function listening(socket: Socket, reader: FlightReader, budget: Bounds['budget']): Duplex {
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

function judge(end: End, isSpoken: boolean, { flight }: FlightReader): Pick<Offer, 'outcome' | 'reason' | 'alert'> {
  const found = (outcome: Offer['outcome'], reason: string | null = null) => ({ outcome, reason, alert: null })
  if (end.by === 'agreed') return found(isSpoken ? 'offered' : 'ignored')
  if (flight.answer === 'http') return found('plain-http', 'http-on-port')
  if (flight.answer === 'other') return found('not-tls', 'not-tls')
  const alert = flight.alert ?? (end.by === 'failed' ? end.alert : null)
  if (alert !== null) return { outcome: 'alert', reason: null, alert }
  if (flight.answer === 'hello') return found('broken', end.by === 'late' ? 'handshake-stalled' : 'handshake-failed')
  return found('broken', end.by === 'late' ? 'no-answer' : 'connection-closed')
}
