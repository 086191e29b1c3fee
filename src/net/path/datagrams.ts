import { Channel } from '../libc/channel.ts'
import { latency, type Start } from '../libc/engine.ts'
import type { Peer } from '../libc/layout.ts'
import type { Queued, Received } from '../libc/message.ts'
import { localReasonOf } from '../libc/verdict.ts'
import { answerOfQueued, type OpenedProber, type ProbeContext, type ProbeListener, proberOver } from './prober.ts'

/** The first port of traceroute: nothing listens on these ports, so a host that is reached answers that its port is unreachable. */
const FIRST_PORT = 33_434
/** As many bytes as traceroute sends. */
const DATA = Buffer.alloc(32, 'doorstep')
const REACHED = 'port-unreachable'

/**
 * Opens a prober that sends UDP over one socket, with one port per probe; messages of routers arrive in its error queue, which needs no
 * privileges.
 */
export function openDatagrams({ engine, peer }: ProbeContext, listener: ProbeListener): OpenedProber {
  const { address } = peer
  const sent = new Map<number, Start>()
  const isTarget = (other: Peer | null) => other?.address.text === address.text

  const received = ({ from, hops, atMs }: Received, nowMs: number) => {
    const sequence = from && isTarget(from) ? from.port - FIRST_PORT : -1
    const start = sent.get(sequence)
    if (!from || !start) return
    const rttMs = latency(start, atMs, nowMs)
    listener.onAnswer({ sequence, from: from.address, reason: null, isLocal: false, rttMs, ttl: hops })
  }
  const queued = (error: Queued, nowMs: number) => {
    const sequence = error.to && isTarget(error.to) ? error.to.port - FIRST_PORT : -1
    const start = sent.get(sequence)
    const answer = start ? answerOfQueued(error, { sequence, start, localAddress, nowMs }) : null
    if (!answer) return
    const isReached = answer.reason === REACHED && answer.from?.text === address.text
    listener.onAnswer(isReached ? { ...answer, reason: null } : answer)
  }

  const localAddress = engine.sockets.sourceTo({ address, port: FIRST_PORT })?.address ?? null
  const opened = Channel.open(
    engine,
    { version: address.version, kind: 'udp', peer: null },
    { received, queued, fail: listener.onFault },
  )
  if ('errno' in opened) return { reason: localReasonOf(opened.errno) }
  const channel = opened.value

  return proberOver(channel, sent, (sequence) => channel.send(DATA, { address, port: FIRST_PORT + sequence }))
}
