import { isRecord } from '../../contract/clean.ts'
import { addressesOf, type HostAddress } from '../../net/remote.ts'
import { PLACES_PATH } from '../../operations/registry/tools.ts'
import { patient } from '../../platform/testing.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { Misfit } from '../../settings/config-error.ts'
import { type NamedPlace, parsePlaces } from '../../settings/parse-urls.ts'
import { PLACE_MS } from '../text/places.ts'
import { cliText } from './cli.text.ts'
import { failureIn } from './remote-failure.ts'
import { jsonFrom, requestTo, type ServerConfig } from './remote-request.ts'
import { usageError } from './usage-error.ts'

const ECHO_MS = patient(2000)

/** Another place, and the address to ask it at: null for the system's choice, or why it is not asked. */
export interface LocatedPlace extends NamedPlace {
  readonly at: HostAddress | 'unreachable' | 'inside' | null
}

/** Returns the echo port of a doorstep; null if it has none, or does not say so in time. */
export async function echoPortOf(config: ServerConfig): Promise<number | null> {
  const { list } = await placesNamedBy(config, ECHO_MS).catch(() => ({ list: [] }))
  const [own] = list
  const port = isRecord(own) ? own.echoPort : null
  return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : null
}

/** Returns what a doorstep lists as places, itself first, and the address that the list came from. Throws a RemoteFailure. */
async function placesNamedBy(config: ServerConfig, withinMs: number) {
  const { value, peer } = await jsonFrom(requestTo(PLACES_PATH, config, withinMs))
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return { list, peer }
}

/** Returns the other places that a doorstep names: over HTTPS, none without it. Throws a ConfigError if there are none. */
export async function otherPlacesOf(config: ServerConfig): Promise<readonly LocatedPlace[]> {
  const { href: server, protocol } = config.server
  try {
    const { list, peer } = await placesNamedBy(config, PLACE_MS)
    const written = list.slice(1).map((one) => (isRecord(one) ? `${one.name}=${one.url}` : ''))
    const places = parsePlaces(written.join(',')).filter(({ url }) => protocol === 'http:' || url.startsWith('https:'))
    if (places.length > 0) return await Promise.all(places.map((place) => located(place, peer)))
  } catch (error) {
    if (!(error instanceof Misfit)) throw failureIn(error, { server, timeoutMs: PLACE_MS, isNamed: true })
  }
  throw usageError(cliText, 'no-places', { server })
}

/**
 * Returns where a place is asked. A server on the internet may name any place, but never leads into the network of whoever asks: the address is
 * looked up once, judged, and connected to. One that is in such a network itself is asked because somebody there trusts it.
 */
export async function located(place: NamedPlace, namedBy: string | null): Promise<LocatedPlace> {
  if (namedBy !== null && !isPublicAddress(namedBy)) return { ...place, at: null }
  const addresses = await addressesOf(new URL(place.url).hostname)
  const isInside = addresses.some(({ address }) => !isPublicAddress(address))
  return { ...place, at: isInside ? 'inside' : (addresses[0] ?? 'unreachable') }
}
