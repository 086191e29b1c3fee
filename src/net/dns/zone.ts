import { withDeadline } from '../../platform/deadline.ts'
import type { PublicEndpoint, QueryName } from '../../policy/target.ts'
import { BUDGET_EXCEEDED, RATE_LIMITED, type Shortage } from '../budget.ts'
import { hedge } from '../hedge.ts'
import { type Answer, hasAnswer, type NameServerHint, noAnswer, SERVERS_MAX, targetOf } from './answer.ts'
import type { RecordType } from './rdata.ts'

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
  let hints = await hintsFor(current, search, signal)
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
export async function findZoneCut(name: QueryName, search: Pick<ZoneSearch, 'lookup'>, signal: AbortSignal): Promise<ZoneCut> {
  const below: Answer[] = []
  for (const batch of batchesOf(name.lineage().slice(-ANCESTORS_MAX), NAMES_AT_ONCE)) {
    const answers = await withDeadline(ZONE_CUT_MS, signal, (limit) =>
      Promise.all(batch.map((candidate) => search.lookup(candidate, 'NS', limit))),
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

function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
}

export interface ServerAnswer {
  readonly host: string
  /** The addresses that its name has, whether or not they may be queried. */
  readonly addresses: readonly string[]
  /** The address that was queried last; null if none was. */
  readonly address: string | null
  /** "lame": it answers, but does not serve the zone. "not-asked": nothing was sent, or nothing can be sent from here. */
  readonly state: 'answers' | 'lame' | 'silent' | 'no-address' | 'not-asked'
  readonly reason: Answer['reason']
}

interface Question {
  readonly name: QueryName
  readonly type: RecordType
}

/** The time limit for finding the addresses of a name server, and for its answer. */
const HOST_MS = 1500
const ANSWER_MS = 2000
/** After this long without an answer another address of the server is queried as well. */
const NEXT_ADDRESS_MS = 700
/** Each address is judged, so a server that has more is not queried. */
const ADDRESSES_MAX = 64

/** The reasons that say nothing about the server. */
const OUR_OWN: readonly Answer['reason'][] = [BUDGET_EXCEEDED, RATE_LIMITED, 'network-unreachable', 'too-many-open-files']

/** Queries each server of a zone for what it knows itself, all at the same time; those beyond the first few are left out. */
export function askEach(
  hosts: readonly string[],
  question: Question,
  search: ServerSearch,
  signal: AbortSignal,
): Promise<ServerAnswer[]> {
  return Promise.all(hosts.slice(0, SERVERS_MAX).map((host) => askOne(host, question, search, signal)))
}

async function askOne(host: string, question: Question, search: ServerSearch, signal: AbortSignal): Promise<ServerAnswer> {
  const nothing = { host, addresses: [], address: null, reason: null }
  const name = search.found(host)
  // A name of a local network leads to no server outside.
  if (!name) return { ...nothing, state: 'no-address' }
  const found = await addressesOf(name, HOST_MS, search, signal)
  const addresses = found.flatMap(({ values }) => values)
  const failed = found.find((answer) => !hasAnswer(answer))
  const reason = failed?.reason ?? null
  if (addresses.length === 0) return { ...nothing, reason, state: OUR_OWN.includes(reason) ? 'not-asked' : 'no-address' }
  const isTooMuch = addresses.length > ADDRESSES_MAX || found.some(({ unread }) => unread > 0)
  const admitted = isTooMuch ? [] : search.admit(addresses)
  const targets = firstOfEach(admitted, 1)
  if (targets.length === 0) return { ...nothing, addresses, state: 'not-asked' }
  const { target, answer } = await askAt(targets, question, search, signal)
  const state = stateOf(answer)
  const isForeign = state === 'lame' && CONCLUSIVE.includes(answer.reason)
  return { host, addresses, address: target.address.text, state, reason: isForeign ? 'not-authoritative' : answer.reason }
}

/** Returns the first answer for the zone at one of the addresses; otherwise the one that says most. */
async function askAt(targets: readonly PublicEndpoint[], { name, type }: Question, { ask }: ServerSearch, signal: AbortSignal) {
  const { accepted, others } = await withDeadline(ANSWER_MS, signal, (limit) => {
    const attempts = targets.map((target) => async () => ({ target, answer: await ask(target, name, type, limit) }))
    return hedge(attempts, NEXT_ADDRESS_MS, limit, ({ answer }) => stateOf(answer) === 'answers')
  })
  const best = accepted ?? ORDER.flatMap((state) => others.filter(({ answer }) => stateOf(answer) === state))[0]
  if (!best) throw new Error('a server was asked at no address')
  return best
}

const ORDER = ['lame', 'silent', 'not-asked'] as const

function stateOf({ reason, authoritative, referral }: Answer): 'answers' | 'lame' | 'silent' | 'not-asked' {
  if (OUR_OWN.includes(reason)) return 'not-asked'
  if (reason === 'no-answer' || reason === 'connection-refused') return 'silent'
  return authoritative && referral.length === 0 && CONCLUSIVE.includes(reason) ? 'answers' : 'lame'
}

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
  const found = hint.addresses.length > 0 ? [] : await addressesOf(host, FIND_HOST_MS, search, signal)
  if (found.some(({ unread }) => unread > 0)) return null
  const known = new Set([...hint.addresses, ...found.flatMap(({ values }) => values)])
  const admitted = known.size > ADDRESSES_MAX ? [] : search.admit([...known])
  const targets = firstOfEach(admitted, ADDRESSES_MAX_A_FAMILY).filter(({ address }) => !tried.has(address.text))
  for (const { address } of targets) tried.add(address.text)
  const attempts = targets.map((target) => async () => ({
    nameserver: hint.host,
    answer: authoritativeOnly(await search.ask(target, name, type, signal)),
  }))
  const { accepted, others } = await hedge(attempts, NEXT_SERVER_MS, signal, isSettled)
  return accepted ?? others[0] ?? null
}

/** The reasons that settle the matter if a server of the zone gives them. */
const CONCLUSIVE: readonly Answer['reason'][] = [
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

/** Returns so many addresses of each family, IPv4 first. */
function firstOfEach(targets: readonly PublicEndpoint[], count: number): PublicEndpoint[] {
  return ([4, 6] as const).flatMap((version) => targets.filter(({ address }) => address.version === version).slice(0, count))
}

/** Returns the answers for the A and AAAA records of a name server; if the lookup takes too long, ones without records. */
function addressesOf(host: QueryName, milliseconds: number, { lookup }: ServerSearch, signal: AbortSignal): Promise<Answer[]> {
  return withDeadline(milliseconds, signal, (limit) =>
    Promise.all((['A', 'AAAA'] as const).map((type) => lookup(host, type, limit))),
  )
}
