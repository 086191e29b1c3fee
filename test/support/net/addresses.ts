import { mintEndpoint, mintTarget } from '../../../src/policy/target.ts'
import { addressOf } from '../policy/rules.ts'

export const targetOf = (text: string) => mintTarget(addressOf(text))
export const endpointOf = (text: string, port: number) => mintEndpoint(addressOf(text), port)
