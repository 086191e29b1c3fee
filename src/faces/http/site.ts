import type { Call, Eventually } from '../../operations/run/call.ts'
import type { Services } from '../../operations/run/run.ts'
import type { Peer } from '../../policy/caller.ts'
import type { Pair } from '../../policy/pair.ts'
import type { NamedPlace } from '../../settings/parse-urls.ts'
import type { ThemeSource } from '../web/theme.ts'
import type { Entrance } from './entrance.ts'
import type { Pages } from './origin.ts'

/** The part of a server that all routes share. */
export interface Site extends Entrance, Pages, Pick<Services, 'ipdata' | 'catalogue'> {
  /** Returns the limits of a caller, and what is left of them. */
  readonly limitsOf: (caller: Peer) => Eventually<object>
  /** Returns a token for the address of a caller. Throws a Refusal if that address may not be checked. */
  readonly pairOf: (caller: Peer) => Pair
  /** Charges a caller for work that is not the run of a tool. Throws a Refusal if too little is left. */
  readonly spend: (payer: Pick<Call, 'caller' | 'counted'>, weight: number) => Eventually<void>
  /** Other doorsteps that a visitor may ask as well. */
  readonly places: readonly NamedPlace[]
  /** The UDP port that tells what it sees of a flow; null if there is none. */
  readonly echoPort: number | null
  /** A vendor's colours and names for the page, if there are any. */
  readonly theme: ThemeSource | null
  /** Whether the paths of echoip and Transmission's port test are answered. */
  readonly compat: boolean
  /** Prints the metrics in the format of Prometheus; null if the main port does not serve them. */
  readonly metrics: (() => Promise<string>) | null
}

/** Returns this server, by its name among the places, its brand or its host, and then the other places. */
export function placesOf(
  { url }: Request,
  { places, publicOrigins, theme, echoPort }: Site,
): [{ name: string; url: null; echoPort?: number }, ...NamedPlace[]] {
  const [own] = places.filter((place) => publicOrigins.includes(place.url))
  const name = own?.name ?? theme?.dress?.theme.name ?? new URL(publicOrigins[0] ?? url).host
  return [
    { name, url: null, ...(echoPort !== null && { echoPort }) },
    ...places.filter((place) => !publicOrigins.includes(place.url)),
  ]
}
