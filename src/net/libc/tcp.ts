import type { PortFinding } from '../findings.ts'
import { POLLOUT } from './abi.ts'
import { type Attempt, readIcmpError, type Strategy } from './attempt.ts'
import type { Peer } from './layout.ts'
import { ERRNO, errorName, failedBy, impossible, open } from './verdict.ts'

/** An RST ends a handshake with ECONNREFUSED, and a connection with one of these. */
const RESET_LATER: readonly number[] = [ERRNO.ECONNRESET, ERRNO.EPIPE]

const MICROSECONDS_PER_MS = 1000

/** The probe that completes a handshake; nothing is sent over the connection. */
export const TCP: Strategy<PortFinding> = {
  kind: 'tcp',
  events: POLLOUT,
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
export function isSame(found: Peer | null, wanted: Peer): boolean {
  return found?.address.text === wanted.address.text && found.port === wanted.port
}
