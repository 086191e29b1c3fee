import type { Address } from './address.ts'
import type { Targets } from './admit.ts'
import type { Policy } from './policies.ts'
import { PublicEndpoint } from './target.ts'

/** Where what is sent to a target goes: none for a target that is only looked up or asked about. */
export function addressesIn(target: Targets[Policy['kind']]): readonly Address[] {
  if (target === null) return []
  if (target instanceof PublicEndpoint) return [target.address]
  if ('url' in target) return target.host.endpoints.map(({ address }) => address)
  if ('targets' in target) return target.targets.map(({ address }) => address)
  return 'endpoints' in target ? target.endpoints.map(({ address }) => address) : []
}
