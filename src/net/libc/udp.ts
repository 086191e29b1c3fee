import type { PortFinding } from '../findings.ts'
import { type Attempt, latency, readIcmpError, SEND_TRIES, type Strategy } from './attempt.ts'
import { C, type Peer } from './layout.ts'
import { ERRNO, errorName, failedBy, impossible, impossibleBy, open } from './verdict.ts'

export interface UdpReply {
  /** The datagram that answered. */
  readonly reply: Buffer | null
}

/** Datagrams get lost, and hosts limit how often they report a closed port: sent again when TCP sends its SYN again (RFC 6298). */
const SEND_AGAIN_MS = [1000, 3000]
/** The number of times that each payload is sent. */
export const SENDS = 1 + SEND_AGAIN_MS.length

/** The last is left over from an ICMP message that the kernel handles itself. */
const NOTHING_YET: readonly number[] = [ERRNO.EAGAIN, ERRNO.EINTR, ERRNO.EMSGSIZE]

/** Returns a probe that sends payloads and waits for any answer. The socket is connected: the kernel drops what others send. */
export function udpStrategy(payloads: readonly Uint8Array[]): Strategy<PortFinding & UdpReply> {
  return {
    kind: 'udp',
    events: C.POLLIN,
    begin(attempt, settle) {
      const found = attempt.sockets.peer(attempt.descriptor)
      if ('errno' in found || !isSame(found.value, attempt.peer)) {
        settle(withoutReply(impossible('peer-mismatch')))
        return () => {}
      }
      const send = () => {
        const failed = sendAll(attempt, payloads)
        if (failed) settle(withoutReply(failed))
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
      if (reported) return withoutReply(reported)
      if (NOTHING_YET.includes(received.errno)) return null
      return withoutReply(failedBy(errorName(received.errno), 'udp', nowMs - attempt.startMs))
    },
    finding: withoutReply,
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

function withoutReply(plain: PortFinding): PortFinding & UdpReply {
  return { ...plain, reply: null }
}

/** An RST ends a handshake with ECONNREFUSED, and a connection with one of these. */
const RESET_LATER: readonly number[] = [ERRNO.ECONNRESET, ERRNO.EPIPE]

const MICROSECONDS_PER_MS = 1000

/** The probe that completes a handshake; nothing is sent over the connection. */
export const TCP: Strategy<PortFinding> = {
  kind: 'tcp',
  events: C.POLLOUT,
  begin: () => () => {},
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
  finding: (plain) => plain,
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
