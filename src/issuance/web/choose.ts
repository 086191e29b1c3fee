import { type Address, parseAddress } from '../../policy/address.ts'
import type { PublicEndpoint, PublicName } from '../../policy/target.ts'
import type { AddressFacts, DnsFacts } from '../facts.ts'

/** An address of the name, and whether it may be asked. */
export interface Candidate {
  readonly address: Address
  readonly kind: AddressFacts['kind']
  readonly isRequester: boolean
}

/** The addresses to speak of, and all that the name has. */
interface Choice {
  readonly candidates: readonly Candidate[]
  readonly omitted: number
  /** The texts of all addresses of the name. */
  readonly all: ReadonlySet<string>
}

interface Choosing {
  readonly target: Pick<PublicName, 'at'>
  /** The ports at which a method begins. */
  readonly ports: readonly number[]
  readonly requester: Address | null
}

const EACH_MAX = 2

/** Returns the addresses to speak of, IPv6 first: of each family two that may be asked, the requester's own first, and two that may not. */
export function choose({ ipv4, ipv6 }: Pick<DnsFacts, 'ipv4' | 'ipv6'>, choosing: Choosing): Choice {
  const families = [ipv6, ipv4].map((looked) => addressesOf(looked?.values ?? []))
  const candidates = families.flatMap((addresses) => {
    const judged = addresses.map((address) => judgedAs(address, choosing))
    const asked = judged.filter(({ kind }) => kind === 'public')
    const others = judged.filter(({ kind }) => kind !== 'public')
    const first = asked.toSorted((one, other) => Number(other.isRequester) - Number(one.isRequester))
    return [...first.slice(0, EACH_MAX), ...others.slice(0, EACH_MAX)]
  })
  const all = families.flat()
  return { candidates, omitted: all.length - candidates.length, all: new Set(all.map(({ text }) => text)) }
}

function addressesOf(values: readonly string[]): Address[] {
  return [...new Set(values)].map(parseAddress).filter((address) => address !== null)
}

function judgedAs(address: Address, { target, ports, requester }: Choosing): Candidate {
  const endpoints: readonly (PublicEndpoint | string)[] = ports.map((port) => target.at(address, port))
  const kind = endpoints.includes('reserved')
    ? 'reserved'
    : endpoints.every((one) => one === 'not-allowed')
      ? 'not-checked'
      : 'public'
  return { address, kind, isRequester: requester !== null && requester.text === address.text }
}
