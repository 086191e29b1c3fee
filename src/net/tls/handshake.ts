import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { onAbort, withDeadline } from '../../platform/deadline.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import type { Bounds } from '../budget.ts'
import { CERTIFICATES_MAX } from './flight.ts'
import { ALPN_PROTOCOLS } from './hello.ts'

/** The result of a completed handshake, with the certificates as received. */
export interface Handshake {
  readonly protocol: string
  readonly cipher: string
  readonly alpn: string | null
  readonly certificates: readonly Buffer[]
}

/**
 * Completes a handshake over a connection, whatever the certificate, and closes it. "timeout" if the time runs out, "failed" if
 * anything else goes wrong; the probes say what it was more precisely than the runtime.
 */
export function shakeHands(
  socket: Socket,
  serverName: string | null,
  milliseconds: number,
  bounds: Bounds,
): Promise<Handshake | 'timeout' | 'failed'> {
  // A timeout of the runtime does not fire while a handshake is pending.
  return withDeadline(milliseconds, bounds.signal, async (signal) => {
    const { promise, resolve } = Promise.withResolvers<Handshake | 'timeout' | 'failed'>()
    const secured = builtIn.tls().connect({
      socket,
      ...(serverName === null ? {} : { servername: serverName }),
      // Bad certificates are to be inspected, not refused.
      rejectUnauthorized: false,
      ALPNProtocols: ALPN_PROTOCOLS,
    })
    secured.once('secureConnect', () => {
      const { alpnProtocol } = secured
      resolve({
        protocol: secured.getProtocol() ?? '',
        cipher: secured.getCipher().name,
        alpn: alpnProtocol === false ? null : alpnProtocol,
        certificates: chainOf(secured.getPeerX509Certificate()),
      })
    })
    secured.on('error', () => resolve('failed'))
    secured.on('close', () => resolve('failed'))
    const release = onAbort(signal, () => resolve('timeout'))
    try {
      return await promise
    } finally {
      release()
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
