import type { QueryName } from '../policy/target.ts'
import type { Checking } from './checking.ts'
import { lookAtCaa } from './dns/caa-climb.ts'
import { lookAtChallenge } from './dns/challenge.ts'
import { type Asking, LOOKUP_MS, lookedUp } from './dns/looked.ts'
import { askServers, findZone } from './dns/zone.ts'
import { isLentAlone } from './dns-provider.ts'
import type { DnsFacts, ZoneFacts } from './facts.ts'

/** The part of a check that questions to name servers need. */
export interface Naming extends Pick<Checking, 'target' | 'methods' | 'catalogue'> {
  readonly net: { readonly dns: Asking }
}

const NO_ADDRESSES = { ipv4: null, ipv6: null }
const NO_NAMES = { caa: null, zone: null, challenge: null }

/** Returns the addresses of a name, as far as the methods need them: only DNS-01 validates a wildcard. */
export async function lookUpAddresses({ target, methods, net }: Naming): Promise<Pick<DnsFacts, 'ipv4' | 'ipv6'>> {
  const { query, wildcard } = target
  if (!query || wildcard || methods.every((method) => method === 'dns-01')) return NO_ADDRESSES
  const [ipv4, ipv6] = await Promise.all([
    net.dns.lookupChecked(query, 'A', LOOKUP_MS),
    net.dns.lookupChecked(query, 'AAAA', LOOKUP_MS),
  ])
  return { ipv4: lookedUp(ipv4), ipv6: lookedUp(ipv6) }
}

/** Returns what else name servers say of a name: its CAA records, zone and challenge record, as far as the methods need them. */
export async function lookAtNames({ target, methods, net, catalogue }: Naming): Promise<Omit<DnsFacts, 'ipv4' | 'ipv6'>> {
  const { query } = target
  if (!query) return NO_NAMES
  const name = methods.includes('dns-01') ? net.dns.found(`_acme-challenge.${query.ascii}`) : null
  const [caa, zone, challenge] = await Promise.all([
    lookAtCaa(query, net.dns),
    lookAtZone(query, name, net.dns, catalogue),
    name && lookAtChallenge(name, net.dns),
  ])
  return { caa, zone, challenge }
}

/** Returns the zone that the challenge is written into, which may be one of its own, and what its servers answer. */
async function lookAtZone(
  query: QueryName,
  challenge: QueryName | null,
  dns: Asking,
  catalogue: Naming['catalogue'],
): Promise<ZoneFacts | null> {
  const found = challenge ? await findZone(challenge, dns, 1) : await findZone(query, dns)
  if (!found) return null
  const isLent = found.apex !== null && isLentAlone(query.ascii, found.apex, catalogue)
  return { ...(await askServers(found, challenge, dns)), isLent }
}
