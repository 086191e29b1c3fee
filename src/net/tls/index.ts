import { withDeadline } from '../../platform/deadline.ts'
import type { PublicService } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { hearing, OUT_OF_TIME } from '../hearing.ts'
import { connectFirst, isOpened } from '../tcp/connect.ts'
import { connectFailed, OVER_BUDGET } from '../tcp/failure.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { connectFailure, diagnose, type Failure } from './diagnosis.ts'
import { type Handshake, shakeHands } from './handshake.ts'
import { type Offer, type Offered, offerProtocol } from './offer.ts'
import { type Probe, probe } from './probe.ts'
import { ALERTS, PROTOCOLS, type Protocol } from './suites.ts'

/** The service to inspect. */
type Inspected = Pick<PublicService, 'host' | 'isAddress' | 'endpoints'>

/** TLS for one request. */
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

export type { Offer } from './offer.ts'

export interface TlsInspection extends Shown {
  readonly roots: readonly string[]
}

/** The handshake and certificates of a server. */
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
  if (!opened || !isOpened(opened)) {
    const failure: Failure = opened?.failure
      ? connectFailure(opened.failure)
      : { outcome: 'connect-failed', reason: 'no-address', failedLayer: 'dns' }
    return { address: opened?.endpoint.address.text ?? null, ...failure, ...NOTHING, supportedProtocols: unknownProtocols() }
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

function unknownProtocols(): TlsInspection['supportedProtocols'] {
  return PROTOCOLS.map((name) => ({ name, supported: null }))
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
