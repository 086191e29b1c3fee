import { type Static, Type } from '@sinclair/typebox'
import { called, orNull } from '../../contract/schema.ts'
import type { IpData } from '../../ipdata/lookup.ts'
import type { PortFinding } from '../../net/findings.ts'
import type { Net } from '../../net/index.ts'
import { type LookedAt, WHERE_FIELDS } from '../../net/where/index.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import { asRequester } from '../../policy/admit.ts'
import type { Disclosure } from '../../policy/gate.ts'
import type { PublicEndpoint } from '../../policy/target.ts'

const { evidence: EVIDENCE, packets: PACKETS, ...FIELDS } = WHERE_FIELDS

/** The end of the packets to a port, with the network of the router after which they stopped. */
export const WHERE = Type.Object(
  {
    ...FIELDS,
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
    evidence: EVIDENCE,
    packets: PACKETS,
  },
  { ...called('Where'), description: 'where packets to the port ended; null if it is open or was not looked at' },
)
export type Where = Static<typeof WHERE>

/** The sources of what is said of a router on the way, and what may be said. */
export interface OnRouters {
  readonly ipdata: Pick<IpData, 'network'>
  readonly disclosure: Pick<Disclosure, 'mayShow'>
}

/**
 * Looks where packets to a port end, and names the network of the router after which they stopped; null for a router of the operator's own
 * network, of which requesters are told nothing.
 */
export async function lookWhere(net: Pick<Net, 'where'>, asked: LookedAt, routers: OnRouters): Promise<Where | null> {
  const found = await net.where.look(asked)
  if (!found) return null
  const { stoppedAfter, evidence, ...rest } = found
  return { ...rest, stoppedAfter: stoppedAfter && describe(stoppedAfter, routers), evidence }
}

function describe(
  stop: { readonly hop: number; readonly address: string },
  { ipdata, disclosure }: OnRouters,
): Where['stoppedAfter'] {
  const address = parseAddress(stop.address)
  if (!address || !disclosure.mayShow(address)) return null
  const { asn, organization } = ipdata.network(address)
  return { ...stop, asn, organization }
}

/** A port over TCP that may be the requester's own. */
interface MaybeOwn {
  readonly endpoint: PublicEndpoint
  readonly requester: Address | null
  /** The plain check of the port, if it was made already. */
  readonly found?: PortFinding
}

/** Looks where packets to a port end, if it is at the requester's own address; null for that of anybody else, which is not looked at so closely. */
export async function lookAtOwn(
  net: Pick<Net, 'where' | 'tcp'>,
  { endpoint, requester, found }: MaybeOwn,
  routers: OnRouters,
): Promise<Where | null> {
  const to = asRequester(endpoint, requester)
  if (!to || found?.status === 'open' || found?.status === 'error') return null
  const plain = found ? Promise.resolve(found) : net.tcp.probe(to)
  return lookWhere(net, { to, protocol: 'tcp', payloads: [], plain }, routers)
}
