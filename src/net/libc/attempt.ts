import { onAbort } from '../../platform/deadline.ts'
import { BUDGET_EXCEEDED } from '../budget.ts'
import type { PortFinding } from '../findings.ts'
import { nextSlot } from '../pace.ts'
import { type Engine, latency, READS_PER_DRAIN, RECEIVED_MAX, SEND_TRIES, type Start } from './engine.ts'
import { C, type HopLimits, type Peer } from './layout.ts'
import type { Queued, Sockets } from './sockets.ts'
import {
  ERRNO,
  failedBy,
  HOP_LIMIT_EXCEEDED,
  icmpReason,
  impossible,
  impossibleBy,
  open,
  selfReportReason,
  silent,
  unreachable,
} from './verdict.ts'

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
  find(attempt: Attempt, nowMs: number): Found | null
}

interface AttemptBounds {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly limits?: HopLimits
}

/** Opens a socket, makes the attempt, and always closes the socket again. Silence once the time is up, or the signal fires. */
export async function attempt(
  { sockets, poller }: Engine,
  strategy: Strategy,
  peer: Peer,
  { signal, timeoutMs, limits = {} }: AttemptBounds,
): Promise<Found> {
  const noAnswer = silent(strategy.kind)
  await nextSlot()
  if (signal.aborted) return noAnswer
  const { version } = peer.address
  const opened = sockets.open(version, strategy.kind)
  if ('errno' in opened) return impossibleBy(opened.errno)
  const descriptor = opened.value
  using undo = new DisposableStack()
  undo.defer(() => sockets.close(descriptor))
  const unlimited = sockets.limitHops(descriptor, version, limits)
  if (unlimited !== 0) return impossibleBy(unlimited)
  const { promise, resolve, reject } = Promise.withResolvers<Found>()
  const startMs = performance.now()
  const underWay = { sockets, descriptor, peer, startMs, startStampMs: sockets.now(), messagesRead: 0 }
  const errno = sockets.connect(descriptor, peer)
  // An ICMP message was faster, or it is because of this machine.
  if (errno !== 0) return readQueue(underWay, performance.now()) ?? impossibleBy(errno)
  undo.defer(strategy.begin?.(underWay, resolve) ?? (() => {}))
  undo.defer(
    poller.watch({
      descriptor,
      events: strategy.events,
      deadlineMs: startMs + timeoutMs,
      ready(nowMs) {
        const finding = strategy.find(underWay, nowMs)
        if (finding) resolve(finding)
      },
      expire: () => resolve(noAnswer),
      fail: reject,
    }),
  )
  undo.defer(onAbort(signal, () => resolve(noAnswer)))
  return await promise
}

/** Reads the error queue and returns what ended the attempt, if anything did. A flood waits for the next call, and then ends it. */
function readQueue(attempt: Attempt, nowMs: number): PortFinding | null {
  const { sockets, descriptor } = attempt
  let finding: PortFinding | null = null
  for (let count = 0; count < READS_PER_DRAIN; count++) {
    const queued = sockets.takeQueued(descriptor)
    if (!queued) break
    attempt.messagesRead++
    finding ??= findingInQueue(attempt, queued, nowMs)
  }
  return finding ?? (attempt.messagesRead >= RECEIVED_MAX ? impossible(BUDGET_EXCEEDED) : null)
}

function findingInQueue(attempt: Attempt, queued: Queued, nowMs: number): PortFinding | null {
  const { sockets, descriptor, peer } = attempt
  const reason = icmpReason(queued)
  if (reason === null) return null
  const reportedBy = queued.offender?.text ?? null
  if (reportedBy === peer.address.text) return unreachable(reason, latency(attempt, queued.atMs, nowMs), null, queued.hops)
  // A machine that also forwards packets may appear on the path again, like any router.
  const isRouter = reason === HOP_LIMIT_EXCEEDED
  if (!isRouter && reportedBy !== null && reportedBy === sockets.localAddress(descriptor)?.address.text)
    return impossible(selfReportReason(reason))
  return unreachable(reason, latency(attempt, queued.atMs, nowMs), reportedBy, queued.hops)
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
    find(attempt, nowMs) {
      // First, since a pending error blocks replies from being read.
      const reported = readQueue(attempt, nowMs)
      const received = attempt.sockets.receive(attempt.descriptor)
      if ('value' in received) {
        const { bytes, atMs } = received.value
        return { ...open(latency(attempt, atMs, nowMs)), reply: bytes }
      }
      if (reported) return reported
      if (NOTHING_YET.includes(received.errno)) return null
      return failedBy(received.errno, 'udp', nowMs - attempt.startMs)
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
      const reported = readQueue(attempt, performance.now())
      if (reported) return reported
      if (sends === SEND_TRIES) return impossibleBy(errno)
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
  find(attempt, nowMs) {
    const { sockets, descriptor, peer, startMs } = attempt
    // Before the error queue: reading the queue clears the error.
    const errno = sockets.takeError(descriptor)
    // Only a connected socket has a peer.
    const found = sockets.peer(descriptor)
    if ('value' in found && !isSame(found.value, peer)) return impossible('peer-mismatch')
    if ('value' in found || RESET_LATER.includes(errno)) return open(roundTrip(attempt) ?? nowMs - startMs)
    const reported = readQueue(attempt, nowMs)
    if (reported) return reported
    return errno === 0 ? null : failedBy(errno, 'tcp', nowMs - startMs)
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
