import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { openLoopback } from './network.ts'

/** A request as it arrived. */
interface Asked {
  /** Everything up to the empty line, and that. */
  readonly head: string
  readonly path: string
  /** The number of times this path has been asked for, this time included. */
  readonly time: number
}

/** The way back to the client. A client that has disconnected is not an error. */
export interface Back {
  send(bytes: string | Uint8Array): void
  /** Ends the connection in order, with these bytes before. */
  end(bytes?: string | Uint8Array): void
  /** Cuts the connection. */
  reset(): void
  after(milliseconds: number, run: () => void): void
  /** Runs again and again until the connection is gone. */
  every(milliseconds: number, run: (time: number) => void): void
  readonly isGone: () => boolean
}

export type HttpFault = (back: Back, asked: Asked) => void

interface FaultHttp extends AsyncDisposable {
  readonly port: number
  /** The URL of the server's root, over http unless it speaks TLS. */
  readonly url: string
  readonly seen: readonly Asked[]
  /** The number of connections that were made, and the number that are open. */
  readonly accepted: () => number
  readonly open: () => number
}

interface Options {
  address?: string
  tls?: TlsOptions
  /** Acts as soon as a connection is there, in place of an answer to the request. */
  onConnect?: (back: Back) => void
}

/** Returns the bytes of a response without a body. */
export const response = (status: string, ...headers: string[]): string => [`HTTP/1.1 ${status}`, ...headers, '\r\n'].join('\r\n')

export const OK = response('200 OK', 'Content-Length: 0')

/** Sends text byte by byte. */
export function drip(text: string, everyMs: number): HttpFault {
  return (back) => back.every(everyMs, (time) => back.send(text[(time - 1) % text.length] ?? ''))
}

/** Sends a start and then the same piece for as long as the client takes it. */
export function endless(start: string, piece: string): HttpFault {
  return (back) => {
    back.send(start)
    back.every(0, () => back.send(piece.repeat(1000)))
  }
}

/** Starts a server on loopback with behaviours that real ones do not have: for each path, its fault. */
export async function startFaultHttp(
  faults: Record<string, HttpFault> | HttpFault,
  { address = '127.0.0.1', tls, onConnect }: Options = {},
): Promise<FaultHttp> {
  await using undo = new AsyncDisposableStack()
  undo.defer(openLoopback())
  const seen: Asked[] = []
  const connections = new Set<Socket>()
  const timers = new Set<Timer>()
  let accepted = 0
  const accept = (socket: Socket) => {
    accepted++
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    socket.on('error', () => socket.destroy())
    const back = wayBack(socket, timers)
    onConnect?.(back)
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      if (onConnect || !received.includes('\r\n\r\n')) return
      const head = received
      received = ''
      const path = /^\S+ (\S+)/.exec(head)?.[1] ?? ''
      const asked = { head, path, time: seen.filter((one) => one.path === path).length + 1 }
      seen.push(asked)
      const fault = typeof faults === 'function' ? faults : faults[path.split('?')[0] ?? '']
      fault?.(back, asked)
    })
  }
  const server = tls ? createTlsServer(tls, accept) : createServer(accept)
  // A client that breaks off in the handshake.
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  undo.defer(() => {
    for (const timer of timers) clearInterval(timer)
    for (const socket of connections) socket.destroy()
    server.close()
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const all = undo.move()
  return {
    port,
    url: `${tls ? 'https' : 'http'}://${address.includes(':') ? `[${address}]` : address}:${port}`,
    seen,
    accepted: () => accepted,
    open: () => connections.size,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

function wayBack(socket: Socket, timers: Set<Timer>): Back {
  const isGone = () => socket.destroyed || !socket.writable
  const repeat = (milliseconds: number, run: (time: number) => void, times: number) => {
    let time = 0
    const timer = setInterval(() => {
      if (isGone() || ++time > times) {
        clearInterval(timer)
        timers.delete(timer)
      } else if (socket.writableLength === 0) run(time)
    }, milliseconds)
    timers.add(timer)
  }
  return {
    isGone,
    send: (bytes) => void (isGone() || socket.write(latin1(bytes))),
    end: (bytes = '') => void (isGone() || socket.end(latin1(bytes))),
    reset: () => void socket.resetAndDestroy(),
    after: (milliseconds, run) => repeat(milliseconds, run, 1),
    every: (milliseconds, run) => repeat(milliseconds, run, Number.POSITIVE_INFINITY),
  }
}

/** Returns a character a byte, so that a text can hold any. */
function latin1(bytes: string | Uint8Array): Uint8Array {
  return typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
}
