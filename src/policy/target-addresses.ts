import type { Address } from './address.ts'
import type { Targets } from './admit.ts'
import type { Policy } from './policies.ts'
import { PublicEndpoint } from './target.ts'

/** Returns the addresses that packets for a target go to: none for a target that is only looked up. */
export function addressesIn(target: Targets[Policy['kind']]): readonly Address[] {
  if (target === null) return []
  if (target instanceof PublicEndpoint) return [target.address]
  if ('url' in target) return target.host.endpoints.map(({ address }) => address)
  if ('targets' in target) return target.targets.map(({ address }) => address)
  return 'endpoints' in target ? target.endpoints.map(({ address }) => address) : []
}
