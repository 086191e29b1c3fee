import { withDeadline } from '../../platform/deadline.ts'
import type { PublicEndpoint, QueryName } from '../../policy/target.ts'
import { hedge } from '../hedge.ts'
import { type Answer, noAnswer } from './answer.ts'
import { type NameServerHint, SERVERS_MAX } from './chain.ts'
import type { RecordType } from './rdata.ts'

/** The means by which the servers of a zone are queried. */
export interface ServerSearch {
  /** Queries a resolver without validation, so that the servers of a zone with broken signatures can be found. */
  lookup(name: QueryName, type: RecordType, signal: AbortSignal): Promise<Answer>
  /** Queries a name server for what it knows itself. */
  ask(server: PublicEndpoint, name: QueryName, type: RecordType, signal: AbortSignal): Promise<Answer>
  /** The addresses of a name server as endpoints; none if any of them is refused. */
  admit(addresses: readonly string[]): readonly PublicEndpoint[]
  /** A name that was found, to ask about; null if it belongs to a local network. */
  found(name: string): QueryName | null
}

/** An answer from a zone's own servers, and which of them gave it. */
export interface Authoritative {
  readonly nameserver: string
  readonly answer: Answer
}

/** The time limit for finding the addresses of one name server: the other servers must not wait for it. */
const HOST_MS = 2500
/** The time limit for all servers of one zone together. */
const ZONE_MS = 6000
/** After this long without an answer the next server of the zone is queried as well. */
const NEXT_SERVER_MS = 700
/** A zone chooses its servers and their addresses, and each gets a query: it must not be able to name hundreds. */
const ADDRESSES_MAX_A_FAMILY = 2
/** Each address is judged, so a server that has more is not queried. */
const ADDRESSES_MAX = 64

/**
 * Returns the first authoritative answer of these servers, or a referral; if there is neither, the answer of the first server that gave
 * one. Null if none of them may be queried. The addresses of a server are looked up when its turn comes.
 */
export async function askServers(
  hints: readonly NameServerHint[],
  name: QueryName,
  type: RecordType,
  search: ServerSearch,
  signal: AbortSignal,
): Promise<Authoritative | null> {
  const servers = hints.slice(0, SERVERS_MAX).map((hint) => ({ hint, host: search.found(hint.host) }))
  const local = servers.flatMap(({ hint, host }) => (host ? [] : [hint.host]))
  const tried = new Set<string>()
  const { accepted, others } = await withDeadline(ZONE_MS, signal, (limit) =>
    hedge(
      servers.flatMap(({ hint, host }) => (host ? [() => askServer({ hint, host }, { name, type }, tried, search, limit)] : [])),
      NEXT_SERVER_MS,
      limit,
      isSettled,
    ),
  )
  const best = accepted ?? others.find((other) => other !== null) ?? null
  if (best) return { ...best, answer: { ...best.answer, leadsTo: [...local, ...best.answer.leadsTo] } }
  const [host] = local
  return host === undefined ? null : { nameserver: host, answer: { ...noAnswer('leads-to-local-name'), leadsTo: local } }
}

/** Returns the answer of one server, at the first of its addresses that responds; null if it may not be queried. */
async function askServer(
  { hint, host }: { hint: NameServerHint; host: QueryName },
  { name, type }: { name: QueryName; type: RecordType },
  tried: Set<string>,
  search: ServerSearch,
  signal: AbortSignal,
): Promise<Authoritative | null> {
  const known = new Set(hint.addresses.length > 0 ? hint.addresses : await addressesOf(host, search, signal))
  const admitted = known.size > ADDRESSES_MAX ? [] : search.admit([...known])
  const targets = capPerFamily(admitted).filter(({ address }) => !tried.has(address.text))
  for (const { address } of targets) tried.add(address.text)
  const attempts = targets.map((target) => async () => ({
    nameserver: hint.host,
    answer: authoritativeOnly(await search.ask(target, name, type, signal)),
  }))
  const { accepted, others } = await hedge(attempts, NEXT_SERVER_MS, signal, isSettled)
  return accepted ?? others[0] ?? null
}

/** The reasons that settle the matter if a server of the zone gives them. */
export const CONCLUSIVE: readonly Answer['reason'][] = [
  null,
  'no-such-record',
  'no-such-name',
  'cname-loop',
  'truncated-answer',
  'leads-to-local-name',
]

function isSettled(asked: Authoritative | null): boolean {
  return asked !== null && (asked.answer.referral.length > 0 || CONCLUSIVE.includes(asked.answer.reason))
}

/**
 * Returns an authoritative answer unchanged, and an error for any other: an answer that does not come from the zone itself proves nothing
 * about it.
 */
function authoritativeOnly(answer: Answer): Answer {
  const isForeign = !answer.authoritative && answer.referral.length === 0 && CONCLUSIVE.includes(answer.reason)
  return isForeign ? { ...noAnswer('not-authoritative'), server: answer.server, elapsedMs: answer.elapsedMs } : answer
}

/** Returns some addresses of each family, in order. */
function capPerFamily(targets: readonly PublicEndpoint[]): PublicEndpoint[] {
  const ofFamily = (version: 4 | 6) => targets.filter(({ address }) => address.version === version)
  return [...ofFamily(4).slice(0, ADDRESSES_MAX_A_FAMILY), ...ofFamily(6).slice(0, ADDRESSES_MAX_A_FAMILY)]
}

/** Returns the A and AAAA records of a name server, IPv4 first; none if the lookup takes too long, or if there are too many to read. */
async function addressesOf(host: QueryName, { lookup }: ServerSearch, signal: AbortSignal): Promise<string[]> {
  const found = await withDeadline(HOST_MS, signal, (limit) =>
    Promise.all((['A', 'AAAA'] as const).map((type) => lookup(host, type, limit))),
  )
  return found.some(({ unread }) => unread > 0) ? [] : found.flatMap(({ values }) => values)
}
