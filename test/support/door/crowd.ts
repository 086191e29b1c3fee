import { connect, type Socket } from 'node:net'

/** Opened in steps: the queue of a listener is short. */
const PER_STEP = 100

export interface Crowd extends Disposable {
  /** The number of connections that are still there. */
  readonly present: number
}

/** Opens connections that stay silent, all from one address of this machine. */
export async function idleCrowd(port: number, from: string, size: number, host = '127.0.0.1'): Promise<Crowd> {
  const sockets = new Set<Socket>()
  for (let opened = 0; opened < size; opened += PER_STEP)
    await Promise.all(
      Array.from({ length: Math.min(PER_STEP, size - opened) }, () => visitor({ host, port, localAddress: from }, sockets)),
    )
  return {
    get present() {
      return sockets.size
    },
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function visitor(way: { host: string; port: number; localAddress: string }, present: Set<Socket>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(way)
  socket.on('connect', () => {
    present.add(socket)
    // A connection that has been answered once may stay idle for longer than one that has never sent a byte.
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  })
  socket.once('data', () => resolve())
  socket.on('error', () => {})
  socket.on('end', () => socket.destroy())
  socket.on('close', () => {
    present.delete(socket)
    resolve()
  })
  return promise
}
