/** The inspection of a service over TLS: the handshake of the runtime, and a probe of our own for each version. */
import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { withDeadline } from '../../platform/deadline.ts'
import type { PublicEndpoint, PublicService } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { converse, type Ending } from '../conversation.ts'
import type { Layer } from '../findings.ts'
import { hearing, OUT_OF_TIME } from '../hearing.ts'
import { type ConnectFailure, connectFailed, connectFirst, OVER_BUDGET } from '../tcp/connect.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { CERTIFICATES_MAX, type Flight, FlightReader } from './flight.ts'
import { negotiate, type Offer, type OfferTarget, offerProtocol } from './handshake.ts'
import { ALPN_PROTOCOLS, clientHello } from './hello.ts'
import { ALERTS, PROTOCOLS, type Protocol } from './suites.ts'

export type { Offer } from './handshake.ts'

const OFFER_MS = 4000

export class Tls {
  constructor(
    private readonly bounds: Bounds,
    /** Roots trusted in addition to the bundled ones, as PEM. */
    private readonly roots: readonly string[],
  ) {}

  /** Returns what a service presents, and the roots to judge it by. */
  inspect(service: Inspected): Promise<TlsInspection> {
    return inspectTls(service, this.roots, this.bounds)
  }

  /** Returns what a handshake ends in that offers one application protocol alone, such as "acme-tls/1". */
  offer(to: OfferTarget, protocol: string, milliseconds = OFFER_MS): Promise<Offer> {
    return offerProtocol(to, protocol, milliseconds, this.bounds)
  }
}

/** The service to inspect. */
type Inspected = Pick<PublicService, 'host' | 'isAddress' | 'endpoints'>

/** The protocol and the certificates that a service presents, and the roots to judge them by. */
export interface TlsInspection extends Failure {
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
  readonly roots: readonly string[]
}

const CONNECT_MS = 4000
const HANDSHAKE_MS = 4500

/**
 * Completes a handshake with the first endpoint that answers, and at the same time offers it each version of TLS on its own. The
 * handshake is the runtime's; if it refuses what a server insists on (TLS 1.1, finite-field Diffie-Hellman, a client certificate),
 * what a probe has read unencrypted takes its place.
 */
async function inspectTls(service: Inspected, roots: readonly string[], bounds: Bounds): Promise<TlsInspection> {
  const wasCutShort = hearing(bounds.signal)
  const found = { ...(await presented(service, bounds)), roots }
  const isUnheard = found.outcome === 'timeout' && wasCutShort()
  return isUnheard ? { ...found, ...connectFailure(connectFailed(OUT_OF_TIME, 'local')) } : found
}

async function presented({ host, isAddress, endpoints }: Inspected, bounds: Bounds): Promise<Omit<TlsInspection, 'roots'>> {
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
    shakeHands(socket, serverName, bounds),
    ...PROTOCOLS.map((protocol) => probe(protocol, { endpoint, serverName }, bounds)),
  ])
  const completed = typeof shaken === 'object' ? shaken : null
  const handshake = shaken === 'failed' ? readInTheClear(probes) : completed
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
  { signal, budget }: Bounds,
): Promise<Handshake | 'timeout' | 'failed'> {
  return withDeadline(HANDSHAKE_MS, signal, async (limit) => {
    const { secured, end } = await negotiate({ socket, serverName, alpn: ALPN_PROTOCOLS }, limit)
    try {
      if (end.by !== 'agreed') return end.by === 'late' ? 'timeout' : 'failed'
      return {
        protocol: secured.getProtocol() ?? '',
        cipher: secured.getCipher().name,
        alpn: secured.alpnProtocol || null,
        certificates: chainOf(secured.getPeerX509Certificate()),
      }
    } finally {
      budget.takeBytes(socket.bytesRead)
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

const PROBE_MS = 3500

interface Probe {
  readonly protocol: Protocol
  readonly flight: Flight
  /** "answered": the answer was complete enough. */
  readonly end: 'answered' | 'closed' | 'silent' | 'not-connected'
}

/** Offers one version of TLS to an endpoint over a connection of its own, and reads the answer. */
function probe(
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
interface Failure {
  readonly outcome: (typeof TLS_OUTCOMES)[number]
  readonly reason: string | null
  readonly failedLayer: Layer | null
}

/** Returns the failure of an inspection that did not even get a connection. */
function connectFailure({ reason, failedLayer }: ConnectFailure): Failure {
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
function diagnose(late: boolean, probes: readonly Probe[]): Failure {
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
