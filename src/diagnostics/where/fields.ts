import { type Static, Type } from '@sinclair/typebox'
import { called, oneOf, orNull } from '../../contract/schema.ts'
import { WHERE_VERDICTS } from '../../net/where/index.ts'

/** One probe with a hop limit, and what came back. */
export const SIGHTING_FIELDS = {
  hopLimit: Type.Integer({ minimum: 1, maximum: 255 }),
  from: orNull(oneOf('path', 'target', 'other')),
  reason: orNull(Type.String()),
}

/** The end of the packets to a port. */
export const WHERE = Type.Object(
  {
    verdict: oneOf(...WHERE_VERDICTS),
    forwardingRule: orNull(oneOf('proven', 'not-seen')),
    allPorts: orNull(Type.Boolean({ description: 'whether a control port is forwarded too (an exposed host)' })),
    distance: orNull(Type.Integer({ description: 'hops to the public address' })),
    forwarders: orNull(
      Type.Integer({
        description: 'how many translators passed the packet on: a second one is another router, or containers on the device',
      }),
    ),
    answeredAt: orNull(Type.Integer({ description: 'the hop limit from which on the port itself answers' })),
    stoppedAfter: orNull(
      Type.Object(
        {
          hop: Type.Integer(),
          address: Type.String(),
          asn: orNull(Type.Integer()),
          organization: orNull(Type.String()),
        },
        {
          description: 'the last router that answered, for stopped-before alone; null also for one of the network of this server',
        },
      ),
    ),
    evidence: Type.Array(Type.Object(SIGHTING_FIELDS)),
    packets: Type.Integer({ description: 'how many were sent to find out' }),
  },
  { ...called('Where'), description: 'where packets to the port ended; null if it is open or was not looked at' },
)
export type Where = Static<typeof WHERE>
export type ShownSighting = Where['evidence'][number]
