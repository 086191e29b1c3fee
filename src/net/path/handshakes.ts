import { parseAddress } from '../../policy/address.ts'
import type { PortFinding } from '../findings.ts'
import { attempt, TCP } from '../libc/attempt.ts'
import type { OpenedProber, ProbeContext, ProbeListener, ProbeReply } from './prober.ts'

/** The port at which most hosts listen, and to which traceroute -T connects. */
export const HANDSHAKE_PORT = 80
/**
 * The time after which a handshake is given up. A probe should be one packet, and the kernel sends its SYN again after a second (RFC 6298),
 * and then as often as it sees fit. The rest of that second is a margin for a busy machine.
 */
const HEARD_MS = 800

/** Opens a prober for TCP handshakes with an endpoint; one socket at a time for each hop. */
export function openHandshakes({ engine, peer }: ProbeContext, listener: ProbeListener): OpenedProber {
  const open = new Map<number | null, AbortController>()

  const answerOf = ({ status, reason, latencyMs, icmpSource }: PortFinding): Omit<ProbeReply, 'sequence'> | null => {
    if (status === 'timeout') return null
    const isLocal = status === 'error'
    const from = icmpSource === null ? peer.address : parseAddress(icmpSource)
    // An RST proves that the host was reached just as well as a handshake.
    const isReached = status === 'open' || status === 'refused'
    // For anything later it is not known which SYN it answers.
    const rttMs = latencyMs !== null && latencyMs < HEARD_MS ? latencyMs : null
    return { from: isLocal ? null : from, reason: isReached ? null : reason, isLocal, rttMs, ttl: null }
  }

  return {
    send(sequence, hops) {
      open.get(hops)?.abort()
      const controller = new AbortController()
      open.set(hops, controller)
      const ended = attempt(engine, TCP, peer, {
        signal: controller.signal,
        timeoutMs: HEARD_MS,
        limits: hops === null ? {} : { hops },
      })
      ended
        .then((finding) => {
          const answer = answerOf(finding)
          if (answer) listener.onAnswer({ ...answer, sequence })
        })
        .catch(listener.onFault)
      return null
    },
    [Symbol.dispose]() {
      for (const controller of open.values()) controller.abort()
    },
  }
}
