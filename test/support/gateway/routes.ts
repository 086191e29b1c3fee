import { parseAddress } from '../../../src/policy/address.ts'
import { admitGateway, type Gateway } from '../../../src/policy/gateway.ts'

/** Returns the gateway with these addresses; throws if it cannot be one. */
export function gatewayOf(address: string, own: string, name = 'wan'): Gateway {
  const [to, from] = [parseAddress(address), parseAddress(own)]
  const gateway = to && from && admitGateway({ gateway: to, interface: name, own: from })
  if (!gateway) throw new Error(`not a gateway: ${address}`)
  return gateway
}
