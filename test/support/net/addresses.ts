import { type Address, parseAddress } from '../../../src/policy/address.ts'
import { mintEndpoint, mintTarget } from '../../../src/policy/target.ts'

/** Returns an address as text has it; throws for what is none. */
export function addressOf(text: string): Address {
  const address = parseAddress(text)
  if (!address) throw new Error(`not an address: ${text}`)
  return address
}

export const targetOf = (text: string) => mintTarget(addressOf(text))
export const endpointOf = (text: string, port: number) => mintEndpoint(addressOf(text), port)
