import { startFault, type TlsServer } from './server.ts'
import { certificateMessage, handshakeMessage, record, serverHello } from './wire.ts'

const ALPN = 16
const RECORD_BYTES = 16_000
const DONE = handshakeMessage(14, Buffer.alloc(0))

/** Starts a server of TLS 1.2 that stops after its first flight: its contents are read in the clear. */
export function startClear(certificates: readonly Buffer[], alpn?: string): Promise<TlsServer> {
  const flight = clearFlight(certificates, alpn)
  return startFault((socket) => socket.once('data', () => socket.write(flight)))
}

function clearFlight(certificates: readonly Buffer[], alpn?: string): Buffer {
  const name = Buffer.from(alpn ?? '', 'latin1')
  const list = Buffer.concat([Buffer.from([0, name.length + 1, name.length]), name])
  const hello = serverHello(alpn === undefined ? {} : { extensions: [[ALPN, list]] })
  const messages = Buffer.concat([hello, certificateMessage(...certificates), DONE])
  const count = Math.ceil(messages.length / RECORD_BYTES)
  return Buffer.concat(
    Array.from({ length: count }, (_, index) => record(22, messages.subarray(index * RECORD_BYTES, (index + 1) * RECORD_BYTES))),
  )
}
