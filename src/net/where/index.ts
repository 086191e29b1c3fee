import { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import type { PortFinding } from '../findings.ts'
import { sharedEngine } from '../libc/attempt.ts'
import { drive } from '../path/driver.ts'
import type { Sighting, WhereFinding } from './finding.ts'
import { openLooks } from './prober.ts'
import { WhereState } from './state.ts'

export { type Sighting, WHERE_VERDICTS, type WhereFinding, type WhereVerdict } from './finding.ts'

/** The subject of a look. */
export interface LookedAt {
  readonly to: RequesterEndpoint
  readonly protocol: 'tcp' | 'udp'
  /** The datagrams of the plain check; the first is sent by each probe. */
  readonly payloads: readonly Uint8Array[]
  /** The plain check of the port, under way: its outcome is evidence, and an open port ends the look. */
  readonly plain: Promise<PortFinding>
  /** Told of each answer as it comes. */
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
    const engine = process.platform === 'linux' ? sharedEngine() : null
    if (!engine) return null
    const state = new WhereState(to.address.version, protocol, to.address.text)
    const payload = payloads[0] ?? null
    const control = to.at(controlBeside(to.port)).port
    const refused = await drive(
      state,
      { engine, peer: to },
      (context, listener) => openLooks(context, listener, { state, protocol, payload, control, plain }),
      { bounds: this.bounds, report: report ?? (() => {}) },
    )
    return refused ? null : state.found(this.bounds.signal.aborted)
  }
}

const CONTROL_FIRST = 40_000
const CONTROL_COUNT = 20_000

/** Returns a port where nothing is expected to listen, other than this one. */
function controlBeside(port: number): number {
  const control = CONTROL_FIRST + Math.floor(Math.random() * CONTROL_COUNT)
  return control === port ? control + CONTROL_COUNT : control
}
