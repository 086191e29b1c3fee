import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { onAbort, since, withDeadline } from '../../platform/deadline.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import type { PublicEndpoint, PublicService } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { hearing, OUT_OF_TIME } from '../hearing.ts'
import { connectFailed, connectFirst, OVER_BUDGET } from '../tcp/connect.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { CERTIFICATES_MAX, FLIGHT_BYTES_MAX, FlightReader } from './flight.ts'
import { ALPN_PROTOCOLS } from './hello.ts'
import { connectFailure, diagnose, type Failure, type Probe, probe } from './probe.ts'
import { ALERTS, PROTOCOLS, type Protocol } from './suites.ts'

type Inspected = Pick<PublicService, 'host' | 'isAddress' | 'endpoints'>

export class Tls {
  constructor(
    private readonly bounds: Bounds,
    /** Roots trusted in addition to the bundled ones, as PEM. */
    private readonly roots: readonly string[],
  ) {}

  /** Returns what a service presents, and the roots to judge it by. */
  async inspect(service: Inspected): Promise<TlsInspection> {
    const wasCutShort = hearing(this.bounds.signal)
    const found = await inspectTls(service, this.bounds)
    const isUnheard = found.outcome === 'timeout' && wasCutShort()
    return { ...found, ...(isUnheard && connectFailure(connectFailed(OUT_OF_TIME, 'local'))), roots: this.roots }
  }

  /** Returns what a handshake ends in that offers one application protocol alone, such as "acme-tls/1". */
  offer(to: Offered, protocol: string, milliseconds = OFFER_MS): Promise<Offer> {
    return offerProtocol(to, protocol, milliseconds, this.bounds)
  }
}

export interface TlsInspection extends Shown {
  readonly roots: readonly string[]
}

interface Shown extends Failure {
  /** The endpoint that answered, or the first that was tried. */
  readonly address: string | null
  readonly protocol: string | null
  readonly cipher: string | null
  readonly alpn: string | null
  readonly keyExchange: string | null
  readonly ocspStapled: boolean | null
  /** In wire order, those that can be read. */
  readonly received: readonly Certificate[]
  readonly supportedProtocols: readonly { readonly name: Protocol; readonly supported: boolean | null }[]
}

const CONNECT_MS = 4000
const OFFER_MS = 4000
const HANDSHAKE_MS = 4500
const PROBE_MS = 3500

/**
 * Completes a handshake with the first endpoint that answers, and at the same time offers it each version of TLS on its own. The
 * handshake is the runtime's; if it refuses what a server insists on (TLS 1.1, finite-field Diffie-Hellman, a client certificate),
 * what a probe has read unencrypted takes its place.
 */
async function inspectTls({ host, isAddress, endpoints }: Inspected, bounds: Bounds): Promise<Shown> {
  const opened = await withDeadline(CONNECT_MS, bounds.signal, (signal) =>
    connectFirst(endpoints, { budget: bounds.budget, signal, explainRefusals: true }),
  )
  if ('failure' in opened) {
    const address = opened.endpoint?.address.text ?? null
    const supportedProtocols = PROTOCOLS.map((name) => ({ name, supported: null }))
    return { address, ...connectFailure(opened.failure), ...NOTHING, supportedProtocols }
  }
  const { socket, endpoint } = opened
  const serverName = isAddress ? null : host
  const [shaken, ...probes] = await Promise.all([
    shakeHands(socket, serverName, HANDSHAKE_MS, bounds),
    ...PROTOCOLS.map((protocol) => probe(protocol, endpoint, serverName, PROBE_MS, bounds)),
  ])
  const handshake = typeof shaken === 'object' ? shaken : shaken === 'failed' ? readInTheClear(probes) : null
  const supportedProtocols = probes.map((one) => ({ name: one.protocol, supported: isSupported(one, handshake, probes) }))
  const common = { address: endpoint.address.text, supportedProtocols }
  if (!handshake) {
    const failure = bounds.budget.takeBytes(0) ? diagnose(shaken === 'timeout', probes) : OVER_BUDGET
    return { ...common, ...failure, ...NOTHING }
  }
  const { protocol, cipher, alpn, certificates } = handshake
  return {
    ...common,
    outcome: 'handshake',
    reason: null,
    failedLayer: null,
    protocol,
    cipher,
    alpn,
    keyExchange: probes.find(({ flight }) => flight.protocol === protocol)?.flight.keyExchange ?? null,
    ocspStapled: probes.findLast(({ flight }) => flight.stapled !== null)?.flight.stapled ?? null,
    received: readAll(certificates),
  }
}

const NOTHING = { protocol: null, cipher: null, alpn: null, keyExchange: null, ocspStapled: null, received: [] }

/** Reads all certificates; none without the first, since those after it say nothing alone. */
function readAll(raw: readonly Buffer[]): Certificate[] {
  const [first, ...rest] = raw.map(readCertificate)
  return first ? [first, ...rest.filter((certificate) => certificate !== null)] : []
}

/** Returns the newest version whose first flight arrived complete: before TLS 1.3 nothing up to that point is encrypted. */
function readInTheClear(probes: readonly Probe[]): Handshake | null {
  const found = probes.findLast(
    ({ end, flight }) => end === 'answered' && flight.certificates.length > 0 && flight.alert === null,
  )?.flight
  if (!found) return null
  return { protocol: found.protocol ?? '', cipher: found.cipher ?? '', alpn: found.alpn, certificates: found.certificates }
}

/**
 * Returns whether a server supports a version; null if unknown. A server that is known to speak TLS and hangs up on a version does not
 * support it.
 */
function isSupported({ protocol, flight, end }: Probe, handshake: Handshake | null, probes: readonly Probe[]): boolean | null {
  if (handshake?.protocol === protocol) return true
  switch (flight.answer) {
    case 'hello':
      return flight.protocol === protocol
    case 'alert':
      return flight.alert === ALERTS.unrecognizedName ? null : false
    case 'nothing':
      return end === 'closed' && (handshake || probes.some((one) => one.flight.answer === 'hello')) ? false : null
    default:
      return false
  }
}

interface Handshake {
  readonly protocol: string
  readonly cipher: string
  readonly alpn: string | null
  readonly certificates: readonly Buffer[]
}

/**
 * Completes a handshake over a connection, whatever the certificate, and closes it. "timeout" if the time runs out, "failed" if
 * anything else goes wrong; the probes say what it was more precisely than the runtime.
 */
function shakeHands(
  socket: Socket,
  serverName: string | null,
  milliseconds: number,
  bounds: Bounds,
): Promise<Handshake | 'timeout' | 'failed'> {
  // A timeout of the runtime does not fire while a handshake is pending.
  return withDeadline(milliseconds, bounds.signal, async (signal) => {
    const secured = builtIn.tls().connect({
      socket,
      ...(serverName === null ? {} : { servername: serverName }),
      // Bad certificates are to be inspected, not refused.
      rejectUnauthorized: false,
      ALPNProtocols: ALPN_PROTOCOLS,
    })
    try {
      const { by } = await endOf(secured, signal)
      if (by !== 'agreed') return by === 'late' ? 'timeout' : 'failed'
      return {
        protocol: secured.getProtocol() ?? '',
        cipher: secured.getCipher().name,
        alpn: secured.alpnProtocol || null,
        certificates: chainOf(secured.getPeerX509Certificate()),
      }
    } finally {
      bounds.budget.takeBytes(socket.bytesRead)
      secured.destroy()
      socket.destroy()
    }
  })
}

/** Returns the certificates as received: the runtime links each to the one sent after it, even if that did not issue it. */
function chainOf(first: X509Certificate | undefined): Buffer[] {
  const chain: Buffer[] = []
  for (let next = first; next && chain.length < CERTIFICATES_MAX; next = next.issuerCertificate) chain.push(next.raw)
  return chain
}

/** The server to offer a protocol to: the name that it is asked for, and where. */
interface Offered {
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
function offerProtocol(to: Offered, protocol: string, milliseconds: number, { budget, signal }: Bounds): Promise<Offer> {
  const started = performance.now()
  return withDeadline(milliseconds, signal, async (signal) => {
    const opened = await connectFirst([to.endpoint], { budget, signal, explainRefusals: true })
    if ('failure' in opened)
      return { outcome: 'connect-failed', reason: opened.failure.reason, alert: null, alpn: null, elapsedMs: since(started) }
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
