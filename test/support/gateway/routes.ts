import { admitGateway, type Gateway } from '../../../src/policy/gateway.ts'
import { addressOf } from '../policy/rules.ts'

/** Returns the gateway with these addresses; throws if it cannot be one. */
export function gatewayOf(address: string, own: string, name = 'wan'): Gateway {
  const gateway = admitGateway({ gateway: addressOf(address), interface: name, own: addressOf(own) })
  if (!gateway) throw new Error(`not a gateway: ${address}`)
  return gateway
}
