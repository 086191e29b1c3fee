import type { Socket } from 'node:net'
import type { SecureContext, TLSSocket } from 'node:tls'
import { builtIn } from '../../platform/lazy-modules.ts'
import { codeOf } from '../../platform/misfit.ts'
import type { FoundHost } from '../../policy/target.ts'
import { readCertificate } from '../tls/certificate.ts'
import { negotiate } from '../tls/handshake.ts'
import { isSelfSigned } from '../tls/trust.ts'
import { type HttpFailure, timedOut, tlsFailed } from './outcome.ts'

export interface TlsState {
  /** Trusted by the bundled roots or the operator's, valid today, and issued for this host. */
  readonly authorized: boolean
  readonly protocol: string
  /** The reason why it is not trusted, such as "expired", in the words of ssl-check. */
  readonly error: string | null
}

export interface Secured {
  readonly socket: TLSSocket
  readonly tls: TlsState
}

const SELF_SIGNED = 'self-signed'
const INCOMPLETE = 'incomplete-chain'
/** Maps the library's error codes; any other code is kept in our spelling. */
const DISTRUST: Record<string, string> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted-root',
  UNABLE_TO_GET_ISSUER_CERT: INCOMPLETE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: INCOMPLETE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: INCOMPLETE,
  ERR_TLS_CERT_ALTNAME_INVALID: 'hostname-mismatch',
}

const BREAKS: readonly [RegExp, string][] = [
  [/WRONG_VERSION_NUMBER|HTTP_REQUEST|HTTPS_PROXY_REQUEST|UNEXPECTED_(RECORD|MESSAGE)$/, 'not-tls'],
  [/CERTIFICATE_REQUIRED/, 'client-certificate-required'],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/, 'version-refused'],
  [/NO_APPLICATION_PROTOCOL/, 'alpn-refused'],
  [/UNRECOGNIZED_NAME/, 'name-refused'],
]

/** Negotiates TLS over an open connection, whatever the certificate: it is judged, and the verdict reported. */
export async function secure(
  socket: Socket,
  { host, isAddress }: Pick<FoundHost, 'host' | 'isAddress'>,
  roots: readonly string[],
  signal: AbortSignal,
): Promise<Secured | HttpFailure> {
  if (socket.destroyed) return tlsFailed('closed-early')
  const wanted = { socket, serverName: isAddress ? null : host, alpn: ['http/1.1'], secureContext: contextOf(roots) }
  const { secured, end } = await negotiate(wanted, signal)
  if (end.by === 'agreed') return { socket: secured, tls: stateOf(secured, host) }
  secured.destroy()
  if (end.by === 'late') return timedOut('tls')
  return end.error ? (breakOf(end.error) ?? cutOf(end.error)) : tlsFailed('closed-early')
}

/** Returns the failure that an error of TLS means, during the handshake or after it; null if it is not a TLS error. */
export function breakOf(error: unknown): HttpFailure | null {
  const code = codeOf(error)
  if (!code.startsWith('ERR_SSL')) return null
  return tlsFailed(BREAKS.find(([pattern]) => pattern.test(code))?.[1] ?? 'tls-handshake-failed')
}

/** Returns the failure of a connection that ended during the handshake: the runtime reports an orderly end with the code of a reset. */
function cutOf(error: Error): HttpFailure {
  return tlsFailed(codeOf(error) !== 'ECONNRESET' || error.message.includes('disconnected') ? 'closed-early' : 'connection-reset')
}

function stateOf(socket: TLSSocket, host: string): TlsState {
  const distrust = socket.authorized
    ? builtIn.tls().checkServerIdentity(host, socket.getPeerCertificate())
    : socket.authorizationError
  const code = typeof distrust === 'string' ? distrust : codeOf(distrust)
  const authorized = socket.authorized && !distrust
  const error = authorized ? null : (DISTRUST[code] ?? (code.toLowerCase().replaceAll('_', '-') || 'not-trusted'))
  const isAlone = error === INCOMPLETE && hasSignedItself(socket)
  return { authorized, protocol: socket.getProtocol() ?? 'unknown', error: isAlone ? SELF_SIGNED : error }
}

/** Returns whether a certificate has signed itself. The library looks for another issuer if its key is not meant for signing certificates. */
function hasSignedItself(socket: TLSSocket): boolean {
  const peer = socket.getPeerX509Certificate()
  const certificate = peer ? readCertificate(peer.raw) : null
  return certificate !== null && isSelfSigned(certificate)
}

const contexts = new WeakMap<readonly string[], SecureContext>()

/** Returns the TLS context for the operator's roots. Reading them takes ten milliseconds, so it is done once per list. */
function contextOf(roots: readonly string[]): SecureContext {
  const known = contexts.get(roots)
  if (known) return known
  const { createSecureContext, rootCertificates } = builtIn.tls()
  const context = createSecureContext({ ca: [...rootCertificates, ...roots] })
  contexts.set(roots, context)
  return context
}
