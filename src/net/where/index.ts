import { parseAddress } from '../../policy/address.ts'
import { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import type { PortFinding } from '../findings.ts'
import { attempt, TCP, udpStrategy } from '../libc/attempt.ts'
import { sharedEngine } from '../libc/engine.ts'
import { drive } from '../path/driver.ts'
import { openEcho } from '../path/echo.ts'
import type { OpenedProber, ProbeContext, ProbeListener, ProbeReply } from '../path/prober.ts'
import type { Ask } from './ledger.ts'
import { PLAIN, WhereState } from './state.ts'
import type { Sighting, WhereFinding } from './verdict.ts'

export {
  SIGHTING_FIELDS,
  type Sighting,
  WHERE_FIELDS,
  WHERE_VERDICTS,
  type WhereFinding,
  type WhereVerdict,
} from './verdict.ts'

export interface LookedAt {
  readonly to: RequesterEndpoint
  readonly protocol: 'tcp' | 'udp'
  /** The datagrams of the plain check; the first is sent by each probe. */
  readonly payloads: readonly Uint8Array[]
  /** The plain check of the port, under way: its outcome is evidence, and an open port ends the look. */
  readonly plain: Promise<PortFinding>
  report?(sighting: Sighting): void
}

/** Looks where packets to a port of the requester end, for one request. */
export class Where {
  constructor(private readonly bounds: Bounds) {}

  /**
   * Returns where packets to the port end: by probes with a hop limit to that port and one control port, and by pings, to the requester's own
   * address. Null where the port is open, and where this system cannot send such probes.
   */
  async look({ to, protocol, payloads, plain, report }: LookedAt): Promise<WhereFinding | null> {
    RequesterEndpoint.assert(to)
    const engine = sharedEngine()
    if (!engine) return null
    const state = new WhereState(to.address.version, protocol, to.address.text)
    const payload = payloads[0] ?? null
    const control = to.at(controlBeside(to.port)).port
    const none = await drive(
      state,
      { engine, peer: to },
      (context, listener) => openLooks(context, listener, { state, protocol, payload, control, plain }),
      { bounds: this.bounds, report: report ?? (() => {}) },
    )
    return none ? null : state.found(this.bounds.signal.aborted)
  }
}

const CONTROL_FIRST = 40_000
const CONTROL_COUNT = 20_000

function controlBeside(port: number): number {
  const control = CONTROL_FIRST + Math.floor(Math.random() * CONTROL_COUNT)
  return control === port ? control + CONTROL_COUNT : control
}

/** The time for which a probe is listened to: less than a second, so that each is one packet (see path/prober.ts). */
const HEARD_MS = 800
const ECHO_BYTES = 32
/** A datagram to the control port, and to a port whose service has no question of its own. */
const ANYTHING = Buffer.from('doorstep')

interface Looking {
  readonly state: WhereState
  readonly protocol: 'tcp' | 'udp'
  readonly payload: Uint8Array | null
  readonly control: number
  readonly plain: Promise<PortFinding>
}

/** Opens a prober for pings, and for packets to the port and the control port, each over a socket of its own. */
function openLooks(context: ProbeContext, listener: ProbeListener, looking: Looking): OpenedProber {
  const { state, plain } = looking
  const aborting = new AbortController()
  const opened = openEcho(context, listener, ECHO_BYTES)
  const echo = 'reason' in opened ? null : opened
  const answer = (reply: Omit<ProbeReply, 'isLocal'> & { isLocal?: boolean }) => listener.onAnswer({ isLocal: false, ...reply })

  plain
    .then((finding) => {
      state.plainSettled(finding)
      answer({ sequence: PLAIN, from: null, reason: finding.reason, rttMs: null, ttl: null })
    })
    .catch(listener.onFault)

  return {
    send(sequence, hops) {
      const ask = state.askOf(sequence)
      if (ask.to === 'echo' && echo) return echo.send(sequence, hops)
      if (ask.to === 'echo') {
        // Where this machine may not ping, the answer is known at once.
        queueMicrotask(() => answer({ sequence, from: null, reason: 'unsupported', rttMs: null, ttl: null }))
        return null
      }
      attempted(context, looking, ask, aborting.signal)
        .then((finding) => {
          const heard = replyOf(finding)
          if (heard) answer({ ...heard, from: heard.from ?? context.peer.address, sequence })
        })
        .catch(listener.onFault)
      return null
    },
    [Symbol.dispose]() {
      aborting.abort()
      echo?.[Symbol.dispose]()
    },
  }
}

/** Sends one packet as it was asked for, over a socket of its own. */
function attempted(
  { engine, peer }: ProbeContext,
  { protocol, payload, control }: Looking,
  ask: Ask,
  signal: AbortSignal,
): Promise<PortFinding> {
  const port = ask.to === 'control' ? control : peer.port
  const strategy = protocol === 'tcp' ? TCP : udpStrategy([ask.to === 'port' && payload ? payload : ANYTHING])
  return attempt(engine, strategy, { address: peer.address, port }, { signal, timeoutMs: HEARD_MS, limits: ask })
}

/** Returns the answer to a probe; null for none. The target itself has answered where `from` is null. */
function replyOf({ status, reason, latencyMs, icmpSource, icmpHops }: PortFinding): Omit<ProbeReply, 'sequence'> | null {
  if (status === 'timeout') return null
  const from = icmpSource === null ? null : parseAddress(icmpSource)
  return { from, reason, isLocal: status === 'error', rttMs: latencyMs, ttl: icmpHops }
}
