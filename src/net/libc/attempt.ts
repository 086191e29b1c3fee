import { onAbort } from '../../platform/deadline.ts'
import { BUDGET_EXCEEDED } from '../budget.ts'
import type { PortFinding } from '../findings.ts'
import { nextSlot } from '../pace.ts'
import { C, type HopLimits, isReady, type Peer, POLLFD_BYTES, type SocketType, writePollfd } from './layout.ts'
import { type Outcome, openSockets, type Queued, type Sockets } from './sockets.ts'
import {
  ERRNO,
  errorName,
  failedBy,
  HOP_LIMIT_EXCEEDED,
  icmpReason,
  impossible,
  impossibleBy,
  open,
  silent,
  unreachable,
} from './verdict.ts'

// Keeps a flood of messages about our packets from costing more than the packets themselves.

/** The reads from one socket at a time, so that others need not wait. */
export const READS_PER_DRAIN = 64
/** The reads from one socket in total: many times what the packets of a check can cause. */
export const RECEIVED_MAX = 1024
/** The tries of one packet: the error of an earlier packet is reported to the next send, which then sends nothing. */
export const SEND_TRIES = 8

/** Shared by all probes. */
export interface Engine {
  readonly sockets: Sockets
  readonly poller: Poller
}

let engine: Engine | null | undefined

/** Returns the engine that is created for the first probe; null if libc is not available. */
export function sharedEngine(): Engine | null {
  if (engine === undefined) {
    const sockets = openSockets()
    // The kernel starts stamping packets some time after the first socket has enabled it, so this one stays open.
    sockets?.open(4, 'udp')
    engine = sockets && { sockets, poller: new Poller((entries, count) => sockets.poll(entries, count)) }
  }
  return engine
}

/** The time at which a packet left. */
export interface Start {
  /** By this process's clock, and by the clock of the kernel's timestamps. */
  readonly startMs: number
  readonly startStampMs: number
}

/** A probe in progress; its start is that of the first packet. */
export interface Attempt extends Start {
  readonly sockets: Sockets
  readonly descriptor: number
  readonly peer: Peer
  /** The number of ICMP messages that have been read so far. */
  messagesRead: number
}

/** A finding; over UDP with the datagram that answered. */
type Found = PortFinding & { readonly reply?: Buffer }

/** The behaviour of one kind of probe. */
interface Strategy {
  readonly kind: 'tcp' | 'udp'
  /** The events that poll() is to wait for. */
  readonly events: number
  /** Called when the socket is connected or about to be: an error ends the attempt. The returned function undoes it. */
  begin?(attempt: Attempt, settle: (finding: Found) => void): () => void
  /** Called when something has happened; null if it does not end the attempt. */
  judge(attempt: Attempt, nowMs: number): Found | null
}

/** Opens a socket, makes the attempt, and always closes the socket again. */
export async function attempt(
  { sockets, poller }: Engine,
  strategy: Strategy,
  peer: Peer,
  signal: AbortSignal,
  timeoutMs: number,
  limits: HopLimits = {},
): Promise<Found> {
  const noAnswer = silent(strategy.kind)
  await nextSlot()
  if (signal.aborted) return noAnswer
  const opened = openWithin(sockets, peer.address.version, strategy.kind, limits)
  if ('errno' in opened) return impossibleBy(errorName(opened.errno))
  const descriptor = opened.value
  using undo = new DisposableStack()
  undo.defer(() => sockets.close(descriptor))
  const { promise, resolve, reject } = Promise.withResolvers<Found>()
  const startMs = performance.now()
  const underWay = { sockets, descriptor, peer, startMs, startStampMs: sockets.now(), messagesRead: 0 }
  const errno = sockets.connect(descriptor, peer)
  // An ICMP message was faster, or it is because of this machine.
  if (errno !== 0) return readIcmpError(underWay, performance.now()) ?? impossibleBy(errorName(errno))
  undo.defer(strategy.begin?.(underWay, resolve) ?? (() => {}))
  undo.defer(
    poller.watch({
      descriptor,
      events: strategy.events,
      deadlineMs: startMs + timeoutMs,
      ready(nowMs) {
        const finding = strategy.judge(underWay, nowMs)
        if (finding) resolve(finding)
      },
      expire: () => resolve(noAnswer),
      fail: reject,
    }),
  )
  undo.defer(onAbort(signal, () => resolve(noAnswer)))
  return await promise
}

function openWithin(sockets: Sockets, version: 4 | 6, kind: SocketType, limits: HopLimits): Outcome<number> {
  const opened = sockets.open(version, kind)
  if ('errno' in opened) return opened
  const errno = sockets.limitHops(opened.value, version, limits)
  if (errno === 0) return opened
  sockets.close(opened.value)
  return { errno }
}

/** Reads the error queue and returns what ended the attempt, if anything did. A flood waits for the next call, and then ends it. */
function readIcmpError(attempt: Attempt, nowMs: number): PortFinding | null {
  const { sockets, descriptor } = attempt
  let finding: PortFinding | null = null
  for (let count = 0; count < READS_PER_DRAIN; count++) {
    const queued = sockets.takeQueued(descriptor)
    if (!queued) break
    attempt.messagesRead++
    finding ??= judgeQueued(attempt, queued, nowMs)
  }
  return finding ?? (attempt.messagesRead >= RECEIVED_MAX ? impossible(BUDGET_EXCEEDED) : null)
}

function judgeQueued(attempt: Attempt, queued: Queued, nowMs: number): PortFinding | null {
  const { sockets, descriptor, peer } = attempt
  const reason = icmpReason(queued)
  if (reason === null) return null
  const reportedBy = queued.offender?.text ?? null
  if (reportedBy === peer.address.text) return unreachable(reason, latency(attempt, queued.atMs, nowMs), null, queued.hops)
  // A machine that also forwards packets may appear on the path again, like any router.
  const isRouter = reason === HOP_LIMIT_EXCEEDED
  if (!isRouter && reportedBy !== null && reportedBy === sockets.localAddress(descriptor)?.address.text)
    return impossible(localReason(reason))
  return unreachable(reason, latency(attempt, queued.atMs, nowMs), reportedBy, queued.hops)
}

/** If the next hop is down, this machine reports that to itself; anything else it reports to itself comes from its own firewall. */
const NEXT_HOP_IS_DOWN = ['host-unreachable', 'network-unreachable', 'address-unreachable', 'no-route']

export function localReason(reason: string): string {
  return NEXT_HOP_IS_DOWN.includes(reason) ? reason : 'blocked-locally'
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

/** Datagrams get lost, and hosts limit how often they report a closed port: sent again when TCP sends its SYN again (RFC 6298). */
const SEND_AGAIN_MS = [1000, 3000]
/** The number of times that each payload is sent. */
export const SENDS = 1 + SEND_AGAIN_MS.length

/** The last is left over from an ICMP message that the kernel handles itself. */
const NOTHING_YET: readonly number[] = [ERRNO.EAGAIN, ERRNO.EINTR, ERRNO.EMSGSIZE]

/** Returns a probe that sends payloads and waits for any answer. The socket is connected: the kernel drops what others send. */
export function udpStrategy(payloads: readonly Uint8Array[]): Strategy {
  return {
    kind: 'udp',
    events: C.POLLIN,
    begin(attempt, settle) {
      const found = attempt.sockets.peer(attempt.descriptor)
      if ('errno' in found || !isSame(found.value, attempt.peer)) {
        settle(impossible('peer-mismatch'))
        return () => {}
      }
      const send = () => {
        const failed = sendAll(attempt, payloads)
        if (failed) settle(failed)
      }
      send()
      const timers = SEND_AGAIN_MS.map((milliseconds) => setTimeout(send, milliseconds))
      return () => timers.forEach(clearTimeout)
    },
    judge(attempt, nowMs) {
      // First, since a pending error blocks replies from being read.
      const reported = readIcmpError(attempt, nowMs)
      const received = attempt.sockets.receive(attempt.descriptor)
      if ('value' in received) {
        const { bytes, atMs } = received.value
        return { ...open(latency(attempt, atMs, nowMs)), reply: bytes }
      }
      if (reported) return reported
      if (NOTHING_YET.includes(received.errno)) return null
      return failedBy(errorName(received.errno), 'udp', nowMs - attempt.startMs)
    },
  }
}

/** Sends all payloads. Null if all of them were sent. */
function sendAll(attempt: Attempt, payloads: readonly Uint8Array[]): PortFinding | null {
  const { sockets, descriptor } = attempt
  for (const payload of payloads) {
    for (let sends = 1; ; sends++) {
      const errno = sockets.send(descriptor, payload)
      if (errno === 0) break
      const reported = readIcmpError(attempt, performance.now())
      if (reported) return reported
      if (sends === SEND_TRIES) return impossibleBy(errorName(errno))
      sockets.takeError(descriptor)
    }
  }
  return null
}

/** An RST ends a handshake with ECONNREFUSED, and a connection with one of these. */
const RESET_LATER: readonly number[] = [ERRNO.ECONNRESET, ERRNO.EPIPE]

const MICROSECONDS_PER_MS = 1000

/** The probe that completes a handshake; nothing is sent over the connection. */
export const TCP: Strategy = {
  kind: 'tcp',
  events: C.POLLOUT,
  judge(attempt, nowMs) {
    const { sockets, descriptor, peer, startMs } = attempt
    // Before the error queue: reading the queue clears the error.
    const errno = sockets.takeError(descriptor)
    // Only a connected socket has a peer.
    const found = sockets.peer(descriptor)
    if ('value' in found && !isSame(found.value, peer)) return impossible('peer-mismatch')
    if ('value' in found || RESET_LATER.includes(errno)) return open(roundTrip(attempt) ?? nowMs - startMs)
    const reported = readIcmpError(attempt, nowMs)
    if (reported) return reported
    return errno === 0 ? null : failedBy(errorName(errno), 'tcp', nowMs - startMs)
  },
}

/** Returns the kernel's measurement; null if it sent the SYN more than once, since it measures from the last one. */
function roundTrip({ sockets, descriptor }: Attempt): number | null {
  const info = sockets.tcpInfo(descriptor)
  return info && info.rttUs > 0 && info.retransmissions === 0 ? info.rttUs / MICROSECONDS_PER_MS : null
}

/** Returns whether a socket is connected to the wanted peer: a BPF program on this machine can connect it to a different address. */
function isSame(found: Peer | null, wanted: Peer): boolean {
  return found?.address.text === wanted.address.text && found.port === wanted.port
}
