import { hasAnswer, type ServerAnswer } from '../../net/dns/index.ts'
import { parseAddress } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import type { QueryName } from '../../policy/target.ts'
import type { ZoneFacts, ZoneServer } from '../facts.ts'
import type { Asking } from './looked.ts'

/** The zone that a registry of a country keeps for one kind of holders, below which it delegates: nobody's own domain. */
const OF_A_REGISTRY =
  /^(?:ac|ad|co|com|ed|edu|go|gob|gouv|gov|gr|id|lg|ltd|me|mil|ne|net|nhs|nom|or|org|pe|plc|re|sch|web)\.[a-z]{2}$/

/** As many as the root has twice over. */
const SERVERS_MAX = 26

/** A zone, or the absence of one. */
interface Zone {
  readonly apex: string | null
  readonly hosts: readonly string[]
}
const NOBODYS: Zone = { apex: null, hosts: [] }

/**
 * Returns the zone that contains a name. Null if the resolver fails for it, so that it remains unknown; the failures of the first few names
 * may be left out, since a CNAME record there can lead to one.
 */
export async function findZone(name: QueryName, dns: Asking, leftOut = 0): Promise<Zone | null> {
  const { apex, hosts, below } = await dns.zoneOf(name)
  if (below.slice(leftOut).some((answer) => !hasAnswer(answer))) return null
  // Only a domain that does not exist is nobody's: some resolvers answer about addresses alone, as if there were no zones.
  const isFree = below.slice(apex === null ? -2 : -1).some(({ status }) => status === 'nxdomain')
  if (apex === null || !apex.includes('.')) return isFree ? NOBODYS : null
  return isFree && OF_A_REGISTRY.test(apex) ? NOBODYS : { apex, hosts }
}

/** Returns the servers of a zone; each is asked for the challenge, or none if there is no name to ask about. */
export async function askServers(
  { apex, hosts }: Zone,
  challenge: QueryName | null,
  dns: Asking,
): Promise<Omit<ZoneFacts, 'isLent'>> {
  const names = [...new Set(hosts.map((host) => host.toLowerCase()))].slice(0, SERVERS_MAX)
  const asked = challenge ? await dns.askEach(names, challenge, 'TXT') : []
  // Only a few are asked; whether the others are in order remains open.
  const others = names.slice(asked.length).map((name): ZoneServer => ({ name, address: null, state: 'not-asked', reason: null }))
  return { apex, servers: [...asked.map(serverOf), ...others] }
}

/** Returns what an authority meets at a server: an address that is not public is as good as none. */
function serverOf({ host, addresses, address, state, reason }: ServerAnswer): ZoneServer {
  const found = addresses.map(parseAddress).filter((parsed) => parsed !== null)
  const isHidden = state === 'not-asked' && found.length > 0 && found.every((parsed) => classify(parsed).scope !== 'public')
  return { name: host, address, state: isHidden ? 'no-address' : state, reason }
}
