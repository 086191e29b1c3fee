// What all probes share: the sockets, one poll loop over them, and channels, which are the sockets that send many packets.
import { C, isReady, type Peer, POLLFD_BYTES, type SocketType, writePollfd } from './layout.ts'
import { type CallResult, openSockets, type Queued, type Received, type Sockets } from './sockets.ts'
import { ERRNO } from './verdict.ts'

/** The sockets of all probes, and their poll loop. */
export interface Engine {
  readonly sockets: Sockets
  readonly poller: Poller
}

let engine: Engine | null | undefined

/** Returns the engine that is created for the first probe; null on other systems than Linux, and without libc. */
export function sharedEngine(): Engine | null {
  if (process.platform !== 'linux') return null
  if (engine === undefined) {
    const sockets = openSockets()
    // The kernel starts stamping packets some time after the first socket has enabled it, so this one stays open.
    sockets?.open(4, 'udp')
    engine = sockets && { sockets, poller: new Poller((entries, count) => sockets.poll(entries, count)) }
  }
  return engine
}

// Keeps a flood of messages about our packets from costing more than the packets themselves.

/** The reads from one socket at a time, so that others need not wait. */
export const READS_PER_DRAIN = 64
/** The reads from one socket in total: many times what the packets of a check can cause. */
export const RECEIVED_MAX = 1024
/** The tries of one packet: the error of an earlier packet is reported to the next send, which then sends nothing. */
export const SEND_TRIES = 8

/** The time at which a packet left. */
export interface Start {
  /** By this process's clock, and by the clock of the kernel's timestamps. */
  readonly startMs: number
  readonly startStampMs: number
}

/**
 * Returns the time until an answer by the kernel's timestamp, unless there is none or its clock was set in between; in that case by this
 * process's clock.
 */
export function latency({ startMs, startStampMs }: Start, stampMs: number | null, nowMs: number): number {
  const seen = nowMs - startMs
  const stamped = stampMs === null ? -1 : stampMs - startStampMs
  return stamped > 0 && stamped < seen ? stamped : seen
}

/** A young probe is checked every millisecond, an older one after a twentieth of its age: the delay stays small in proportion. */
const SHORTEST_TICK_MS = 1
const LONGEST_TICK_MS = 5
const TICKS_PER_AGE = 20

/** The most that are handled in one pass, so that a burst that ends at once does not keep others waiting. */
const PER_TICK = 64

export interface Watch {
  readonly descriptor: number
  /** The events that poll() is to wait for. */
  readonly events: number
  /** By performance.now(). */
  readonly deadlineMs: number
  /** Handles an event, and the end of the time; neither may block. */
  ready(nowMs: number): void
  expire(): void
  /** Reports that `ready` has thrown. */
  fail(error: unknown): void
}

/**
 * Watches all sockets at once, with one poll() that does not wait. The runtime's own loop can only watch sockets that it
 * created, and a poll() that waits would block everything else.
 */
export class Poller {
  private readonly watches = new Set<Watch>()
  /** One pollfd for each of `polled`; null if they have to be written again. */
  private entries = Buffer.alloc(PER_TICK * POLLFD_BYTES)
  private polled: readonly Watch[] | null = null
  private timer: ReturnType<typeof setTimeout> | null = null
  private dueMs = 0
  private youngestMs = 0

  constructor(private readonly poll: (entries: Buffer, count: number) => number) {}

  /** Watches until the returned function is called, which must happen before the socket is closed. */
  watch(watch: Watch): () => void {
    this.watches.add(watch)
    this.polled = null
    this.youngestMs = performance.now()
    // A series of new watches must not put off the next check for ever.
    if (!this.timer || this.dueMs > this.youngestMs + SHORTEST_TICK_MS) this.schedule(this.youngestMs, SHORTEST_TICK_MS)
    return () => {
      this.watches.delete(watch)
      this.polled = null
      if (this.watches.size === 0) this.stop()
    }
  }

  private readonly tick = () => {
    const polled = this.polled ?? this.writeEntries()
    const readyCount = this.poll(this.entries, polled.length)
    const nowMs = performance.now()
    let leftThisTick = PER_TICK
    for (const [index, watch] of polled.entries()) {
      if (leftThisTick === 0) break
      const isOver = nowMs >= watch.deadlineMs
      const hasNews = readyCount > 0 && isReady(this.entries, index)
      try {
        if (hasNews) watch.ready(nowMs)
      } catch (error) {
        // An error in one probe does not affect the others.
        watch.fail(error)
      }
      // Deadlines come last: an answer that arrived in time counts, even if there was no time to look.
      if (isOver) watch.expire()
      if (hasNews || isOver) leftThisTick--
    }
    if (this.watches.size === 0) return
    const age = leftThisTick === 0 ? 0 : nowMs - this.youngestMs
    this.schedule(nowMs, Math.min(Math.max(age / TICKS_PER_AGE, SHORTEST_TICK_MS), LONGEST_TICK_MS))
  }

  private writeEntries(): readonly Watch[] {
    const polled = [...this.watches]
    const bytes = polled.length * POLLFD_BYTES
    if (bytes > this.entries.length) this.entries = Buffer.alloc(2 * bytes)
    polled.forEach(({ descriptor, events }, index) => {
      writePollfd(this.entries, index, descriptor, events)
    })
    this.polled = polled
    return polled
  }

  private schedule(nowMs: number, milliseconds: number): void {
    this.stop()
    this.dueMs = nowMs + milliseconds
    this.timer = setTimeout(this.tick, milliseconds)
  }

  private stop(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }
}

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
