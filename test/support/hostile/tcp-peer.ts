// Servers of bytes: a port for each shape and size.
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { HTTP_SHAPES } from './http-shapes.ts'
import { play } from './plays.ts'
import { DIVISORS, type Divisor, type Stream } from './shape.ts'
import { TLS_SHAPES } from './tls-shapes.ts'

/** The protocol by which a shape is reached: TLS in the clear, HTTP, HTTP over real TLS. */
type Protocol = 'tls' | 'http' | 'https'

const FIRST_PORTS: Record<Protocol, number> = { tls: 20_000, http: 21_000, https: 22_000 }
const SHAPES = { tls: TLS_SHAPES, http: HTTP_SHAPES, https: HTTP_SHAPES }
const PORTS_A_SHAPE = 20
/** The pieces that are sent before others have their turn. */
const PIECES_A_TURN = 64
const BLANK_LINE = '\r\n\r\n'

export function portOf(protocol: Protocol, shape: string, divisor: Divisor): number {
  return FIRST_PORTS[protocol] + Object.keys(SHAPES[protocol]).indexOf(shape) * PORTS_A_SHAPE + divisor
}

/** Listens on every port, at every address. */
export function startTcpPeers(tls: TlsOptions): void {
  for (const protocol of ['tls', 'http', 'https'] as const)
    for (const [shape, make] of Object.entries(SHAPES[protocol]))
      for (const divisor of DIVISORS) {
        const port = portOf(protocol, shape, divisor)
        const accept = (socket: Socket) => serveStream(socket, protocol === 'tls', () => make(divisor, port))
        const server = protocol === 'https' ? createTlsServer(tls, accept) : createServer({ noDelay: true }, accept)
        server.on('connection', play)
        server.on('tlsClientError', () => {})
        server.listen(port, '0.0.0.0')
      }
}

/** Answers the first bytes, or the first head, with the stream. */
export function serveStream(socket: Socket, isTls: boolean, make: () => Stream): void {
  socket.on('error', () => socket.destroy())
  let received = ''
  const listen = (chunk: Buffer) => {
    received += isTls ? '' : chunk.toString('latin1')
    if (!isTls && !received.includes(BLANK_LINE)) return
    socket.off('data', listen)
    socket.resume()
    void send(socket, make())
  }
  socket.on('data', listen)
}

async function send(socket: Socket, stream: Stream): Promise<void> {
  let pieces = 0
  for (const piece of stream) {
    if (socket.destroyed) return
    if (typeof piece === 'number') await Bun.sleep(piece)
    else if (!socket.write(piece)) await drained(socket)
    if (++pieces % PIECES_A_TURN === 0) await new Promise(setImmediate)
  }
  socket.end()
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      socket.off('drain', end)
      socket.off('close', end)
      resolve()
    }
    socket.on('drain', end)
    socket.on('close', end)
  })
}
