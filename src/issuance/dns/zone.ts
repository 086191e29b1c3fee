import { hasAnswer, type ServerAnswer } from '../../net/dns/index.ts'
import { parseAddress } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import type { QueryName } from '../../policy/target.ts'
import type { ZoneFacts, ZoneServer } from '../facts.ts'
import type { Asking } from './looked.ts'

/** The zone that a registry of a country keeps for one kind of holders, below which it delegates: nobody's own domain. */
const OF_A_REGISTRY =
  /^(?:ac|ad|co|com|ed|edu|go|gob|gouv|gov|gr|id|lg|ltd|me|mil|ne|net|nhs|nom|or|org|pe|plc|re|sch|web)\.[a-z]{2}$/

/** A zone, or the absence of one. */
interface Zone {
  readonly apex: string | null
  readonly hosts: readonly string[]
}

/**
 * Returns the zone that contains a name. Null if the resolver fails for it, so that it remains unknown; the failures of the first few names
 * may be left out, since a CNAME record there can lead to one.
 */
export async function findZone(name: QueryName, dns: Asking, leftOut = 0): Promise<Zone | null> {
  const { apex, hosts, below } = await dns.zoneOf(name)
  if (below.slice(leftOut).some((answer) => !hasAnswer(answer))) return null
  const isTop = apex === null || !apex.includes('.')
  const isRegistry = !isTop && OF_A_REGISTRY.test(apex) && below.at(-1)?.status === 'nxdomain'
  return isTop || isRegistry ? { apex: null, hosts: [] } : { apex, hosts }
}

/** Returns the servers of a zone; each is asked for the challenge, or none if there is no name to ask about. */
export async function askServers({ apex, hosts }: Zone, challenge: QueryName | null, dns: Asking): Promise<ZoneFacts> {
  if (!challenge) return { apex, servers: hosts.map((name) => ({ name, address: null, state: 'not-asked', reason: null })) }
  const asked = await dns.askEach(hosts, challenge, 'TXT')
  return { apex, servers: asked.map(serverOf) }
}

/** Returns what an authority meets at a server: an address that is not public is as good as none. */
function serverOf({ host, addresses, address, state, reason }: ServerAnswer): ZoneServer {
  const found = addresses.map(parseAddress).filter((parsed) => parsed !== null)
  const isHidden = state === 'not-asked' && found.length > 0 && found.every((parsed) => classify(parsed).scope !== 'public')
  return { name: host, address, state: isHidden ? 'no-address' : state, reason }
}
