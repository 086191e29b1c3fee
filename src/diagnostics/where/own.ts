import type { PortFinding } from '../../net/findings.ts'
import type { Net } from '../../net/index.ts'
import type { Address } from '../../policy/address.ts'
import { asRequester } from '../../policy/admit.ts'
import type { PublicEndpoint } from '../../policy/target.ts'
import type { Where } from './fields.ts'
import { lookWhere, type OnRouters } from './look.ts'

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
