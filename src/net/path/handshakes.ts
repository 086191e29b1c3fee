import { parseAddress } from '../../policy/address.ts'
import type { PortFinding } from '../findings.ts'
import { attempt } from '../libc/attempt.ts'
import { TCP } from '../libc/tcp.ts'
import type { Answer, Ground, Opened, Tell } from './prober.ts'

/** Where most hosts serve, and where traceroute -T knocks. */
export const HANDSHAKE_PORT = 80
/** Longer than any hop is waited for. */
const TIMEOUT_MS = 5000
/** The kernel sends its SYN again after a second (RFC 6298); what comes then cannot be timed. */
const TIMED_MS = 1000

/** TCP handshakes to a port that most hosts serve, a socket for each. */
export function openHandshakes({ engine, peer: { address } }: Ground, tell: Tell): Opened {
  const controller = new AbortController()

  const answerOf = ({ status, reason, latencyMs, saidBy }: PortFinding): Omit<Answer, 'sequence'> | null => {
    if (status === 'timeout') return null
    const isLocal = status === 'error'
    const from = saidBy === null ? address : parseAddress(saidBy)
    // An RST proves as well as a handshake that the host was reached.
    const isReached = status === 'open' || status === 'refused'
    const rttMs = latencyMs !== null && latencyMs < TIMED_MS ? latencyMs : null
    return { from: isLocal ? null : from, reason: isReached ? null : reason, isLocal, rttMs, ttl: null }
  }

  return {
    send(sequence, hops) {
      const ended = attempt(engine, TCP, { address, port: HANDSHAKE_PORT }, controller.signal, TIMEOUT_MS, hops ?? undefined)
      ended
        .then((finding) => {
          const answer = answerOf(finding)
          if (answer) tell.answer({ ...answer, sequence })
        })
        .catch(tell.fail)
      return null
    },
    [Symbol.dispose]: () => controller.abort(),
  }
}
