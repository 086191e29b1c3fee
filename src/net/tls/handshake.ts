import type { Duplex } from 'node:stream'
import type { SecureContext, TLSSocket } from 'node:tls'
import { onAbort } from '../../platform/deadline.ts'
import { builtIn } from '../../platform/lazy-modules.ts'

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
