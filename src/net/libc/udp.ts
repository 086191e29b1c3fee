import type { PortFinding } from '../findings.ts'
import { POLLIN } from './abi.ts'
import { type Attempt, latency, readIcmpError, type Strategy } from './attempt.ts'
import { SEND_TRIES } from './flood.ts'
import { isSame } from './tcp.ts'
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
    events: POLLIN,
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
