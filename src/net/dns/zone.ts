import { withDeadline } from '../../platform/deadline.ts'
import type { QueryName } from '../../policy/target.ts'
import { BUDGET_EXCEEDED, type Shortage } from '../budget.ts'
import { hedge } from '../hedge.ts'
import { type Answer, type NameServerHint, noAnswer, SERVERS_MAX, targetOf } from './answer.ts'
import { findServer, isConclusive, type NameQuestion, type ServerSearch } from './servers.ts'

export interface ZoneSearch extends ServerSearch {
  /** The reason why a query was not sent; null if all were. */
  shortage(): Shortage | null
}

/** An answer from a zone's own servers, and which of them gave it. */
export interface Authoritative {
  readonly nameserver: string
  readonly answer: Answer
}

/** The time that a resolver may take to name the servers of a zone. */
const ZONE_CUT_MS = 2000
const NAMES_AT_ONCE = 6
/**
 * If a name has more parents than this, those nearest to the root are queried: zones are cut there, and the servers of a zone high
 * up refer to those of the zones below.
 */
const ANCESTORS_MAX = 8
/** The referrals that are followed from one zone down to the zone that contains the name. */
const REFERRALS_MAX = 3
/** The zones that a chain of CNAME records may pass through. */
const ZONES_MAX = 8

/**
 * Queries the name servers of the zone that contains a name, and follows CNAME records into other zones. Null if no name server
 * is known, or none that may be queried; if none of them answers, an answer that says so.
 */
export async function askZone(
  { name, type }: NameQuestion,
  search: ZoneSearch,
  signal: AbortSignal,
): Promise<Authoritative | null> {
  const passed = new Set([name.ascii])
  let current = name
  let referrals = 0
  let resolved: Authoritative | null = null
  let hints = await hintsFor(current, search, signal)
  for (;;) {
    const asked = await askServers(hints, { name: current, type }, search, signal)
    if (!asked) return resolved && broken(resolved, search.shortage() ?? 'no-name-server')
    const merged: Authoritative = resolved
      ? { nameserver: asked.nameserver, answer: mergeAnswers(resolved.answer, asked.answer) }
      : asked
    const { referral, continuesAt } = asked.answer
    if (referral.length > 0) {
      if (referrals === REFERRALS_MAX) return broken(merged, BUDGET_EXCEEDED)
      referrals++
      hints = referral
      continue
    }
    resolved = merged
    if (continuesAt === null) return resolved
    if (passed.has(continuesAt)) return broken(resolved, 'cname-loop')
    if (passed.size === ZONES_MAX) return broken(resolved, BUDGET_EXCEEDED)
    passed.add(continuesAt)
    const next = search.found(continuesAt)
    if (!next) return broken(resolved, 'leads-to-local-name')
    current = next
    referrals = 0
    hints = await hintsFor(current, search, signal)
  }
}

async function hintsFor(name: QueryName, search: ZoneSearch, signal: AbortSignal): Promise<readonly NameServerHint[]> {
  const { hosts } = await findZoneCut(name, search, signal)
  return hosts.map((host) => ({ host, addresses: [] }))
}

function mergeAnswers(first: Answer, last: Answer): Answer {
  const ttls = [first.ttl, last.ttl].filter((ttl) => ttl !== null)
  return {
    ...last,
    records: [...first.records, ...last.records],
    cnameChain: [...first.cnameChain, ...last.cnameChain],
    leadsTo: [...first.leadsTo, ...last.leadsTo],
    ttl: ttls.length > 0 ? Math.min(...ttls) : null,
    elapsedMs: first.elapsedMs + last.elapsedMs,
  }
}

function broken({ nameserver, answer }: Authoritative, reason: Answer['reason']): Authoritative {
  return { nameserver, answer: { ...answer, status: 'error', reason, values: [], unread: 0, referral: [], continuesAt: null } }
}

/** The zone that contains a name, as far as a resolver knows it. */
export interface ZoneCut {
  /** Null if no NS records were found. */
  readonly apex: string | null
  readonly hosts: readonly string[]
  /** The answers about the names below the apex, or about all that were asked for if there is none; the longest name first. */
  readonly below: readonly Answer[]
}

/**
 * Returns the zone that contains a name, and its servers: NS records are at the nearest parent that is a zone of its own. All parents
 * are queried at once. A resolver that is slow for a zone whose servers are dead knows its parent zone, whose servers then refer to them.
 */
export async function findZoneCut(name: QueryName, { lookup }: ServerSearch, signal: AbortSignal): Promise<ZoneCut> {
  const below: Answer[] = []
  const candidates = name.lineage().slice(-ANCESTORS_MAX)
  for (let at = 0; at < candidates.length; at += NAMES_AT_ONCE) {
    const batch = candidates.slice(at, at + NAMES_AT_ONCE)
    const answers = await withDeadline(ZONE_CUT_MS, signal, (limit) =>
      Promise.all(batch.map((candidate) => lookup(candidate, 'NS', limit))),
    )
    for (const [index, answer] of answers.entries()) {
      const apex = batch[index]?.ascii ?? null
      const hosts = answer.records.filter(({ type, key }) => type === 'NS' && key === apex).map((record) => targetOf(record).text)
      if (hosts.length > 0) return { apex, hosts, below }
      below.push(answer)
    }
    // There is no server to query; a failure may concern only one of the names.
    if (answers.every(({ status }) => status === 'timeout' || status === 'error')) break
  }
  return { apex: null, hosts: [], below }
}

/** The time limit for finding the addresses of one name server: the other servers must not wait for it. */
const FIND_HOST_MS = 2500
/** The time limit for all servers of one zone together. */
const ZONE_MS = 6000
/** After this long without an answer the next server of the zone is queried as well. */
const NEXT_SERVER_MS = 700
/** A zone chooses its servers and their addresses, and each gets a query: it must not be able to name hundreds. */
const ADDRESSES_MAX_A_FAMILY = 2

/**
 * Returns the first authoritative answer of these servers, or a referral; if there is neither, the answer of the first server that gave
 * one. Null if none of them may be queried. The addresses of a server are looked up when its turn comes.
 */
async function askServers(
  hints: readonly NameServerHint[],
  question: NameQuestion,
  search: ZoneSearch,
  signal: AbortSignal,
): Promise<Authoritative | null> {
  const servers = hints.slice(0, SERVERS_MAX).map((hint) => ({ hint, host: search.found(hint.host) }))
  const local = servers.flatMap(({ hint, host }) => (host ? [] : [hint.host]))
  const tried = new Set<string>()
  const { accepted, others } = await withDeadline(ZONE_MS, signal, (limit) => {
    const attempts = servers.flatMap(({ hint, host }) =>
      host ? [() => askServer({ hint, host, question, tried }, search, limit)] : [],
    )
    return hedge(attempts, NEXT_SERVER_MS, limit, isSettled)
  })
  const best = accepted ?? others.find((other) => other !== null) ?? null
  if (best) return { ...best, answer: { ...best.answer, leadsTo: [...local, ...best.answer.leadsTo] } }
  const [host] = local
  return host === undefined ? null : { nameserver: host, answer: { ...noAnswer('leads-to-local-name'), leadsTo: local } }
}

interface AskedServer {
  readonly hint: NameServerHint
  readonly host: QueryName
  readonly question: NameQuestion
  /** The addresses that were queried before it, as those of other servers. */
  readonly tried: Set<string>
}

/** Returns the answer of one server, at the first of its addresses that responds; null if it may not be queried. */
async function askServer(
  { hint, host, question, tried }: AskedServer,
  search: ZoneSearch,
  signal: AbortSignal,
): Promise<Authoritative | null> {
  const wanted = { milliseconds: FIND_HOST_MS, perFamily: ADDRESSES_MAX_A_FAMILY, hints: hint.addresses }
  const { endpoints } = await findServer(host, wanted, search, signal)
  const untried = endpoints.filter(({ address }) => !tried.has(address.text))
  for (const { address } of untried) tried.add(address.text)
  const attempts = untried.map((endpoint) => async () => ({
    nameserver: hint.host,
    answer: authoritativeOnly(await search.ask(endpoint, question.name, question.type, signal)),
  }))
  const { accepted, others } = await hedge(attempts, NEXT_SERVER_MS, signal, isSettled)
  return accepted ?? others[0] ?? null
}

function isSettled(asked: Authoritative | null): boolean {
  return asked !== null && (asked.answer.referral.length > 0 || isConclusive(asked.answer))
}

/**
 * Returns an authoritative answer unchanged, and an error for any other: an answer that does not come from the zone itself proves nothing
 * about it.
 */
function authoritativeOnly(answer: Answer): Answer {
  const isForeign = !answer.authoritative && answer.referral.length === 0 && isConclusive(answer)
  return isForeign ? { ...noAnswer('not-authoritative'), server: answer.server, elapsedMs: answer.elapsedMs } : answer
}
