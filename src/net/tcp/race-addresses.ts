import type { PublicEndpoint } from '../../policy/target.ts'
import { type Hedged, hedge } from '../hedge.ts'

/** The pause before the next address is tried (RFC 8305, section 5). */
const NEXT_ADDRESS_MS = 250
/** Per family: a second chance if the first is dead, without letting a name make us connect to many hosts. */
const ADDRESSES_A_FAMILY = 2

/** Tries two addresses of each family, each once, the next at once when one fails; the first accepted one wins. */
export function tryAddresses<Result>(
  endpoints: readonly PublicEndpoint[],
  signal: AbortSignal,
  attempt: (endpoint: PublicEndpoint) => Promise<Result>,
  isAccepted: (result: Result) => boolean,
): Promise<Hedged<Result>> {
  const different = [...new Map(endpoints.map((endpoint) => [endpoint.address.text, endpoint])).values()]
  const attempts = different.filter(isTried).map((endpoint) => () => attempt(endpoint))
  return hedge(attempts, NEXT_ADDRESS_MS, signal, isAccepted)
}

function isTried({ address: { version } }: PublicEndpoint, index: number, endpoints: readonly PublicEndpoint[]): boolean {
  return endpoints.slice(0, index).filter(({ address }) => address.version === version).length < ADDRESSES_A_FAMILY
}
