import type { IpData } from '../../ipdata/lookup.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import { isPrivateAddress } from '../../policy/admit.ts'
import { classify } from '../../policy/classify.ts'
import type { AddressType, NameMatch } from './match.ts'

/**
 * The reasons why a record holds an address that nobody outside can reach. `shared`: the dynamic DNS client published the router's internet
 * address, which the provider shares among customers; `private`: that address, or one of the device itself, is of a local network; `off`: the
 * service gives out such an address for a name that is switched off.
 */
type RecordClue = 'shared' | 'private' | 'off'

/** Returns the clue in the value of an A record; null for an address that can be reached, and for IPv6, which is not translated. */
export function clueIn(value: string): RecordClue | null {
  const address = parseAddress(value)
  if (address?.version !== 4) return null
  const { scope, block } = classify(address)
  if (scope === 'shared' || block?.name === 'service-continuity') return 'shared'
  if (scope === 'private' || scope === 'link-local') return 'private'
  return scope === 'loopback' || block?.name === 'this-network' ? 'off' : null
}

/** Returns the clue that all values of a record share, also over IPv6; null if one of them can be reached, or they tell different things. */
export function clueOf(values: readonly string[]): RecordClue | null {
  const clues = new Set(values.map((value) => clueIn(value) ?? (isPrivateAddress(value) ? 'private' : null)))
  const [only = null] = clues.size === 1 ? clues : []
  return only
}

/** The records of the IP version that the requester did not use; `isStale`: they certainly lead elsewhere. */
export interface OtherFamily {
  readonly type: AddressType
  readonly values: readonly string[]
  readonly isStale: boolean
}

const LOCAL: readonly string[] = ['private', 'shared', 'loopback', 'link-local']

/**
 * Judges the records beside those that were compared: they lead elsewhere if they are addresses of a local network, or of another network than
 * the requester's. Null if there are none, or if they are those of a proxy.
 */
export function otherFamilyOf(match: NameMatch, seen: Address, ipdata: Pick<IpData, 'network'>): OtherFamily | null {
  const { other } = match
  if (!other || other.values.length === 0) return null
  const { asn } = ipdata.network(seen)
  const isElsewhere = (value: string) => {
    const address = parseAddress(value)
    if (!address) return false
    if (LOCAL.includes(classify(address).scope)) return true
    const network = ipdata.network(address).asn
    return asn !== null && network !== null && network !== asn
  }
  return { ...other, isStale: other.values.every(isElsewhere) }
}
