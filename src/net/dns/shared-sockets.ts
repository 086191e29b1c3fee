import { onAbort } from '../../platform/deadline.ts'
import { type Bounds, BUDGET_EXCEEDED, type Budget } from '../budget.ts'
import { nextSlot } from '../pace.ts'
import {
  type DatagramListener,
  type DatagramSocket,
  type Endpoint,
  type OpenDatagramSocket,
  openDatagramSocket,
  type Silence,
  silenceOf,
} from './exchange.ts'
import { askedIn, idOf, matches, randomId } from './message.ts'

/** The queries that one socket sends in its life: few, so that an attacker who finds out its port has little to aim at. */
const QUESTIONS_MAX = 16
/** The time for which a socket takes new questions. */
const FILLING_MS = 250
/** The cost of a datagram in addition to its data, so that empty ones are not free. */
const UDP_HEADERS_BYTES = 28

/** Carries the questions that are asked of the same server at the same time over as few sockets as is safe. */
export class SharedSockets {
  private readonly filling = new Map<string, SharedSocket>()

  constructor(private readonly open: OpenDatagramSocket = openDatagramSocket) {}

  /** Sends a query, under another id if that is taken, and waits for its answer until the signal fires. Datagrams that do not answer it are dropped. */
  async exchange(server: Endpoint, query: Buffer, { signal, budget }: Bounds): Promise<Buffer | Silence> {
    if (signal.aborted) return 'no-answer'
    const asked = askedIn(query)
    const place = `${server.address} ${server.port}`
    const filling = this.filling.get(place)
    const socket = filling?.takes(asked) ? filling : new SharedSocket(server, this.open, (over) => this.forget(place, over))
    this.filling.set(place, socket)
    return socket.ask(asked, query, signal, budget)
  }

  private forget(place: string, socket: SharedSocket): void {
    if (this.filling.get(place) === socket) this.filling.delete(place)
  }
}

/** A question without an answer so far. */
interface Waiting {
  readonly asked: string
  readonly query: Buffer
  readonly budget: Budget
  end(outcome: Buffer | Silence): void
}

/**
 * A socket of some questions to one server, which is closed as soon as none of them waits. It is connected, so the kernel drops what
 * other addresses send and reports ICMP errors, which concern all questions to that server.
 */
class SharedSocket implements DatagramListener {
  private readonly waiting = new Map<number, Waiting>()
  private readonly until = performance.now() + FILLING_MS
  private socket: DatagramSocket | null = null
  private count = 0
  private isOver = false
  /** Whether something came that answers nothing: an attacker may know the port and guess ids. */
  private isSuspect = false

  constructor(
    private readonly server: Endpoint,
    open: OpenDatagramSocket,
    private readonly onOver: (socket: SharedSocket) => void,
  ) {
    void this.start(open)
  }

  /** Returns whether another question may be sent from here: never while one waits that the same answer would fit. */
  takes(asked: string): boolean {
    if (this.isOver || this.isSuspect || this.count === QUESTIONS_MAX || performance.now() > this.until) return false
    for (const waiting of this.waiting.values()) if (waiting.asked === asked) return false
    return true
  }

  ask(asked: string, query: Buffer, signal: AbortSignal, budget: Budget): Promise<Buffer | Silence> {
    const { promise, resolve } = Promise.withResolvers<Buffer | Silence>()
    while (this.waiting.has(idOf(query))) query.writeUInt16BE(randomId())
    const id = idOf(query)
    const end = (outcome: Buffer | Silence) => {
      if (!this.waiting.delete(id)) return
      release()
      resolve(outcome)
      if (this.waiting.size === 0) this.close()
    }
    const release = onAbort(signal, () => end('no-answer'))
    this.count++
    this.waiting.set(id, { asked, query, budget, end })
    if (this.socket) this.send(this.socket, query)
    return promise
  }

  onDatagram(datagram: Buffer): void {
    const size = datagram.length + UDP_HEADERS_BYTES
    const waiting = this.waiting.get(idOf(datagram))
    if (!waiting) this.onStray(size)
    else if (!waiting.budget.takeBytes(size)) waiting.end(BUDGET_EXCEEDED)
    else if (matches(datagram, waiting.query)) waiting.end(Buffer.from(datagram))
    else this.isSuspect = true
  }

  onRefused(): void {
    this.endAll('connection-refused')
  }

  onUnreachable(): void {
    this.endAll('network-unreachable')
  }

  private async start(open: OpenDatagramSocket): Promise<void> {
    try {
      await nextSlot()
      if (this.isOver) return
      const socket = await open(this.server, this)
      if (this.isOver) return socket.close()
      this.socket = socket
      for (const { query } of this.waiting.values()) this.send(socket, query)
    } catch (error) {
      this.endAll(silenceOf(error))
    }
  }

  private send(socket: DatagramSocket, bytes: Buffer): void {
    try {
      socket.send(bytes)
    } catch (error) {
      this.endAll(silenceOf(error))
    }
  }

  /** Divides the cost of a stray datagram among the questions that wait. */
  private onStray(size: number): void {
    this.isSuspect = true
    const share = Math.ceil(size / this.waiting.size)
    for (const { budget, end } of [...this.waiting.values()]) if (!budget.takeBytes(share)) end(BUDGET_EXCEEDED)
  }

  private endAll(silence: Silence): void {
    this.isSuspect = true
    for (const { end } of [...this.waiting.values()]) end(silence)
  }

  private close(): void {
    this.isOver = true
    this.socket?.close()
    this.onOver(this)
  }
}
