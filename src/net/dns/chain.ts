import { isWithin } from '../../policy/names.ts'
import { type DnsRecord, type Message, RCODE } from './message.ts'
import type { RecordType } from './rdata.ts'
import type { Name } from './reader.ts'

/** The chain of the CNAME records of an answer. */
export interface Chain {
  readonly records: readonly DnsRecord[]
  /** The last name, in lower case. */
  readonly end: string
  /** "loops": back to a name that was passed. "leaves": to a name of a local network, after which nothing is looked at. */
  readonly outcome: 'ends' | 'loops' | 'leaves'
}

/** Follows the CNAME records that start at a name, in whatever order they came. */
export function followCnames(
  answers: readonly DnsRecord[],
  name: string,
  type: RecordType,
  isLocal: (name: string) => boolean,
): Chain {
  const cnames = new Map(answers.filter((record) => record.type === 'CNAME').map((record) => [record.key, record]))
  const records: DnsRecord[] = []
  const passed = new Set<DnsRecord>()
  let end = name.toLowerCase()
  for (;;) {
    const cname = type === 'CNAME' ? undefined : cnames.get(end)
    if (!cname) return { records, end, outcome: 'ends' }
    if (passed.has(cname)) return { records, end, outcome: 'loops' }
    passed.add(cname)
    records.push(cname)
    end = targetOf(cname).lower
    if (isLocal(end)) return { records, end, outcome: 'leaves' }
  }
}

const ROOT: Name = { text: '', lower: '' }

/** Returns the name that a record with a single name contains. */
export function targetOf({ rdata: { names } }: DnsRecord): Name {
  return names[0] ?? ROOT
}

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
