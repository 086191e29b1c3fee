import { withDeadline } from '../../platform/deadline.ts'
import type { QueryName } from '../../policy/target.ts'
import { BUDGET_EXCEEDED, type Shortage } from '../budget.ts'
import type { Answer } from './answer.ts'
import { targetOf } from './chain.ts'
import type { RecordType } from './rdata.ts'
import type { NameServerHint } from './referral.ts'
import { type Authoritative, askServers, type ServerSearch } from './zone-servers.ts'

/** The means of the search for a zone's own servers. */
export interface ZoneSearch extends ServerSearch {
  /** The reason why a query was not sent; null if all were. */
  shortage(): Shortage | null
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
  name: QueryName,
  type: RecordType,
  search: ZoneSearch,
  signal: AbortSignal,
): Promise<Authoritative | null> {
  const passed = new Set([name.ascii])
  let [current, referrals] = [name, 0]
  let resolved: Authoritative | null = null
  let hints: readonly NameServerHint[] = await findZoneCut(current, search, signal)
  for (;;) {
    const asked = await askServers(hints, current, type, search, signal)
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
    ;[current, referrals] = [next, 0]
    hints = await findZoneCut(current, search, signal)
  }
}

/** Merges two answers of one chain. */
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

/**
 * Returns the name servers of the zone that contains a name: NS records are at the nearest parent that is a zone of its own. All parents
 * are queried at once. A resolver that is slow for a zone whose servers are dead knows its parent zone, whose servers then refer to them.
 */
async function findZoneCut(name: QueryName, search: ZoneSearch, signal: AbortSignal): Promise<NameServerHint[]> {
  for (const batch of batchesOf(name.lineage().slice(-ANCESTORS_MAX), NAMES_AT_ONCE)) {
    const answers = await withDeadline(ZONE_CUT_MS, signal, (limit) =>
      Promise.all(batch.map((candidate) => search.lookup(candidate, 'NS', limit))),
    )
    for (const [index, { records }] of answers.entries()) {
      const owner = batch[index]?.ascii
      const hosts = records.filter(({ type, key }) => type === 'NS' && key === owner).map(targetOf)
      if (hosts.length > 0) return hosts.map(({ text }) => ({ host: text, addresses: [] }))
    }
    // There is no server to query; a failure may concern only one of the names.
    if (answers.every(({ status }) => status === 'timeout' || status === 'error')) return []
  }
  return []
}

function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
}
