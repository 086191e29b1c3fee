import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { openLoopback } from '../net/network.ts'

export interface TcpPeer extends AsyncDisposable {
  readonly port: number
  /** The first bytes of each connection, as text. */
  readonly heard: string[]
  readonly connections: () => number
}

/** Listens on loopback: `speak` acts as soon as somebody connects, `answer` when the first bytes have come. */
export async function startTcpPeer(
  { speak, answer }: { speak?: (socket: Socket) => void; answer?: (socket: Socket, heard: Buffer) => void },
  tls?: TlsOptions,
  address = '127.0.0.1',
  port = 0,
): Promise<TcpPeer> {
  const heard: string[] = []
  const open = new Set<Socket>()
  let count = 0
  const accept = (socket: Socket) => {
    count++
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
    socket.once('data', (chunk: Buffer) => {
      heard.push(chunk.toString('latin1'))
      answer?.(socket, chunk)
    })
    speak?.(socket)
  }
  const server = tls ? createTlsServer(tls, accept) : createServer({ noDelay: true }, accept)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(port, address, resolve))
  const close = openLoopback()
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : 0,
    heard,
    connections: () => count,
    async [Symbol.asyncDispose]() {
      close()
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
