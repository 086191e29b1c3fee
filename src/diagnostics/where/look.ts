import type { IpData } from '../../ipdata/lookup.ts'
import type { Net } from '../../net/index.ts'
import type { LookedAt } from '../../net/where/index.ts'
import { parseAddress } from '../../policy/address.ts'
import type { Disclosure } from '../../policy/gate.ts'
import type { Where } from './fields.ts'

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
  return { ...rest, stoppedAfter: stoppedAfter && describe(stoppedAfter, routers), evidence: [...evidence] }
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
