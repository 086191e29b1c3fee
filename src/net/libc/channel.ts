import { type Engine, READS_PER_DRAIN, RECEIVED_MAX, SEND_TRIES, type Start } from './engine.ts'
import { C, type Peer, type SocketType } from './layout.ts'
import type { Queued, Received } from './message.ts'
import type { CallResult } from './sockets.ts'
import { ERRNO } from './verdict.ts'

const NOTHING_LEFT: readonly number[] = [ERRNO.EAGAIN, ERRNO.EINTR]

/** Receives what comes in. */
export interface Listener {
  received(datagram: Received, nowMs: number): void
  queued(error: Queued, nowMs: number): void
  /** Reports that one of these has thrown. */
  fail(error: unknown): void
}

/** Once connected to a peer, a socket receives from that peer alone, also at a port that it shares; the kernel drops what a filter rejects. */
export interface ChannelSocket {
  readonly version: 4 | 6
  readonly kind: SocketType
  readonly peer: Peer | null
  readonly filter?: Buffer
  readonly shared?: Peer
}

/** A socket that sends many packets, one after the other, and reports what comes back as it arrives. */
export class Channel implements Disposable {
  private readonly unwatch: () => void
  private messagesRead = 0

  private constructor(
    private readonly engine: Engine,
    private readonly version: 4 | 6,
    private readonly descriptor: number,
    private readonly listener: Listener,
  ) {
    this.unwatch = engine.poller.watch({
      descriptor,
      events: C.POLLIN,
      deadlineMs: Number.POSITIVE_INFINITY,
      ready: (nowMs) => this.drain(nowMs),
      expire() {},
      fail: (error) => listener.fail(error),
    })
  }

  static open(engine: Engine, socket: ChannelSocket, listener: Listener): CallResult<Channel> {
    const { version, kind, peer, filter, shared } = socket
    const { sockets } = engine
    const opened = sockets.open(version, kind)
    if ('errno' in opened) return opened
    const descriptor = opened.value
    // The filter comes first, so that nothing arrives before it.
    const errno =
      (filter ? sockets.filter(descriptor, filter) : 0) ||
      (shared ? sockets.bindShared(descriptor, shared) : 0) ||
      (peer ? sockets.connect(descriptor, peer) : 0)
    if (errno === 0) return { value: new Channel(engine, version, descriptor, listener) }
    sockets.close(descriptor)
    return { errno }
  }

  /** Sets the number of routers that packets may pass from now on. Returns zero, or the error. */
  setHops(hops: number): number {
    return this.engine.sockets.limitHops(this.descriptor, this.version, { hops })
  }

  /** Sends to the connected peer, or to the given one, and returns when. */
  send(bytes: Uint8Array, peer: Peer | null): CallResult<Start> {
    const { sockets } = this.engine
    for (let sends = 1; ; sends++) {
      const start = { startMs: performance.now(), startStampMs: sockets.now() }
      const errno = peer ? sockets.sendTo(this.descriptor, bytes, peer) : sockets.send(this.descriptor, bytes)
      if (errno === 0) return { value: start }
      if (sends === SEND_TRIES) return { errno }
      if (sends === 1) this.takeErrors(performance.now())
      sockets.takeError(this.descriptor)
    }
  }

  /** Whether it still reports what comes in: no longer, once that is more than its packets can have caused. */
  get isListening(): boolean {
    return this.messagesRead < RECEIVED_MAX
  }

  localAddress(): Peer | null {
    return this.engine.sockets.localAddress(this.descriptor)
  }

  [Symbol.dispose](): void {
    this.unwatch()
    this.engine.sockets.close(this.descriptor)
  }

  private drain(nowMs: number): void {
    // First, since a pending error blocks replies from being read.
    this.takeErrors(nowMs)
    for (let count = 0; count < READS_PER_DRAIN; count++) {
      const received = this.engine.sockets.receive(this.descriptor)
      if ('value' in received) {
        this.messagesRead++
        this.listener.received(received.value, nowMs)
      } else if (NOTHING_LEFT.includes(received.errno)) break
    }
    if (!this.isListening) this.unwatch()
  }

  private takeErrors(nowMs: number): void {
    for (let count = 0; count < READS_PER_DRAIN; count++) {
      const queued = this.engine.sockets.takeQueued(this.descriptor)
      if (!queued) return
      this.messagesRead++
      this.listener.queued(queued, nowMs)
    }
  }
}
