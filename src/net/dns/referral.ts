import { isWithin } from '../../policy/names.ts'
import { targetOf } from './chain.ts'
import { type Message, RCODE } from './message.ts'

/** A name server, and its known addresses. */
export interface NameServerHint {
  readonly host: string
  readonly addresses: readonly string[]
}

/** Per zone; any further ones are not queried. */
export const SERVERS_MAX = 8

/**
 * Returns the name servers that an answer refers to: it has no records, is not authoritative, but has NS records of a child zone that
 * contains the name (RFC 1034, section 4.3.2).
 */
export function referralOf(
  { rcode, authoritative, answers, unread, authorities, additionals }: Message,
  name: string,
): NameServerHint[] {
  if (rcode !== RCODE.noerror || authoritative || answers.length + unread > 0) return []
  const asked = name.toLowerCase()
  const servers = authorities.filter(({ type, key }) => type === 'NS' && key !== '' && isWithin(asked, key)).map(targetOf)
  // Each server once, by its name in lower case.
  const hosts = new Map(servers.map(({ lower, text }) => [lower, text]))
  const addresses = Map.groupBy(
    additionals.filter(({ type, key }) => hosts.has(key) && (type === 'A' || type === 'AAAA')),
    ({ key }) => key,
  )
  return [...hosts]
    .slice(0, SERVERS_MAX)
    .map(([lower, host]) => ({ host, addresses: (addresses.get(lower) ?? []).map(({ rdata }) => rdata.value) }))
}
