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
  /** The number of translators, one behind the other, that passed the packet on. */
  readonly forwarders: number | null
  /** The hop limit from which on the port itself answers. */
  readonly answeredAt: number | null
  /** The last hop that answered; for "stopped-before" alone. */
  readonly stoppedAfter: { readonly hop: number; readonly address: string } | null
  readonly evidence: readonly Sighting[]
  readonly packets: number
}
