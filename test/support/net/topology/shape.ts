// The shape of a file in test/fixtures/topologies; topology.ts builds it.
import { type Static, Type } from '@sinclair/typebox'

export type Family = 4 | 6
export const FAMILIES = [4, 6] as const

const closed = { additionalProperties: false }
const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
/** The addresses of the two ends, in the order of `between`; the first have /24, the second /64. */
const ends = Type.Optional(Type.Tuple([Type.String(), Type.String()]))
/** The name of a machine and of a namespace's device: at most 15 characters. */
const name = Type.String({ pattern: '^[a-z][a-z0-9]{0,14}$' })

const LinkShape = Type.Object(
  {
    between: Type.Tuple([name, name]),
    4: ends,
    6: ends,
    /** One way, both ways the same. */
    delayMs: Type.Optional(Type.Number({ minimum: 0.1, maximum: 1000 })),
    /**
     * The packets that are lost: of those that leave the first end, one in this many, counted by family from the building of the link on.
     */
    dropsEvery: Type.Optional(whole(2, 1000)),
    /** Below 1280 the link has no IPv6. */
    mtu: Type.Optional(whole(68, 1500)),
  },
  closed,
)

const MachineShape = Type.Object(
  {
    /** Whether it forwards, but does not report packets that die here. */
    silent: Type.Optional(Type.Literal(true)),
    /** The action on every packet to the target that it would forward; before the hop limit, so it includes those that would die here. */
    filter: Type.Optional(
      Type.Object(
        {
          at: Type.Union([Type.Literal('forward'), Type.Literal('door')]),
          answer: Type.Union([
            Type.Literal('none'),
            Type.Literal('admin-prohibited'),
            Type.Literal('host-unreachable'),
            Type.Literal('net-unreachable'),
          ]),
        },
        closed,
      ),
    ),
    /** The neighbour that gets packets for the target, if that is not the next on the shortest way; null: it has no route. */
    leadsTo: Type.Optional(Type.Union([name, Type.Null()])),
    ignoresPing: Type.Optional(Type.Literal(true)),
    /** The protocols whose packets for itself it drops. */
    drops: Type.Optional(Type.Array(Type.Union([Type.Literal('udp'), Type.Literal('tcp')]))),
  },
  closed,
)

export const TopologyShape = Type.Object(
  {
    about: Type.String(),
    links: Type.Array(LinkShape, { minItems: 1 }),
    /** The machines that do more than to forward; the others are known from the links. */
    machines: Type.Optional(Type.Record(name, MachineShape)),
    /** All machines lead to the machine `at`, over every shortest way at once; whether it has the address is another matter. */
    target: Type.Object(
      {
        at: name,
        4: Type.Optional(Type.String()),
        6: Type.Optional(Type.String()),
        /** With it `at` has so many addresses beside those of its links: the one that is given here and those that follow. */
        count: Type.Optional(whole(1, 250)),
      },
      closed,
    ),
    /** The machine at each hop, as far as anything answers; several ways have a "|" between them. */
    hops: Type.Array(Type.String({ pattern: '^[a-z0-9]+(\\|[a-z0-9]+)*$' })),
    /** The answer of the last of the hops, as traceroute marks it; the same machine may be there twice. */
    mark: Type.Optional(Type.Object({ 4: Type.Optional(Type.String()), 6: Type.Optional(Type.String()) }, closed)),
  },
  closed,
)

/** A network of machines, each a namespace, and links between them. Probes start at the machine "prober". */
export type Topology = Static<typeof TopologyShape>
export type Link = Static<typeof LinkShape>

export const PROBER = 'prober'
