import { connect, type Socket } from 'node:net'

/** The results of all requests that were sent. */
export interface Counts {
  sent: number
  answered: number
  /** Sent over a connection that the kernel had accepted, and never answered. */
  lost: number
  /** Not sent, since nothing listened. */
  refused: number
  /** The number of answered requests that took longer than a client may notice. */
  slow: number
}

const SLOW_MS = 500
/** With the header of a proxy, which is read over a socket file alone. */
const REQUEST = 'GET /api/ip/json HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 8.8.8.8\r\n\r\n'
/** The pause of a client at a port where nothing listens. */
const REST_MS = 5

/**
 * Clients that ask as fast as they are answered: half of them over a new connection each time, half over one that they keep
 * until they are told that it ends.
 */
export class Load {
  readonly counts: Counts = { sent: 0, answered: 0, lost: 0, refused: 0, slow: 0 }
  private isOver = false
  private readonly clients: readonly Promise<void>[]

  constructor(
    /** A port of 127.0.0.1, or a socket file. */
    private readonly at: number | string,
    clients: number,
  ) {
    this.clients = Array.from({ length: clients }, async (_, index) => {
      while (!this.isOver) if (!(await this.connection(index % 2 === 0))) await Bun.sleep(REST_MS)
    })
  }

  async end(): Promise<Counts> {
    this.isOver = true
    await Promise.all(this.clients)
    return this.counts
  }

  /** Resolves when the connection has ended: whether there was one. */
  private connection(once: boolean): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let [isConnected, isWaiting, sentMs, text] = [false, false, performance.now(), '']
    const ask = (socket: Socket) => {
      this.counts.sent++
      isWaiting = true
      text = ''
      socket.write(REQUEST)
    }
    const socket = connect(typeof this.at === 'string' ? { path: this.at } : { port: this.at, host: '127.0.0.1' }, () => {
      isConnected = true
      ask(socket)
    })
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (!isWhole(text)) return
      isWaiting = false
      this.counts.answered++
      if (performance.now() - sentMs > SLOW_MS) this.counts.slow++
      sentMs = performance.now()
      if (once || this.isOver || /^connection: close/im.test(text)) socket.end()
      else ask(socket)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (isWaiting) this.counts.lost++
      if (!isConnected) this.counts.refused++
      resolve(isConnected)
    })
    return promise
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? Number.NaN)
  return text.startsWith('HTTP/1.1 200 ') && end >= 0 && text.length === end + 4 + length
}
