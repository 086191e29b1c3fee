import type { IpData } from '../../ipdata/lookup.ts'
import type { Net } from '../../net/index.ts'
import type { LookedAt } from '../../net/where/index.ts'
import { parseAddress } from '../../policy/address.ts'
import type { Where } from './fields.ts'

/** Looks where packets to a port end, and names the network of the router after which they stopped. */
export async function lookWhere(net: Pick<Net, 'where'>, asked: LookedAt, ipdata: IpData): Promise<Where | null> {
  const found = await net.where.look(asked)
  if (!found) return null
  const { stoppedAfter, evidence, ...rest } = found
  return {
    ...rest,
    stoppedAfter: stoppedAfter && { ...stoppedAfter, ...networkOf(stoppedAfter.address, ipdata) },
    evidence: [...evidence],
  }
}

function networkOf(text: string, ipdata: IpData): { asn: number | null; organization: string | null } {
  const address = parseAddress(text)
  const { asn, organization } = address ? ipdata.network(address) : { asn: null, organization: null }
  return { asn, organization }
}
