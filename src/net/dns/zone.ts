import type { PublicTarget } from '../../policy/target.ts'
import { hedge } from '../hedge.ts'
import { within } from '../within.ts'
import { type Answer, answerOf, type NameServerHint } from './answer.ts'
import { ask } from './ask.ts'
import { labelsOf, sameName } from './names.ts'
import { type RecordType, typeNumber } from './rdata.ts'

/** What the search for a zone's own servers needs of the world. */
export interface ZoneSearch {
  /** Asks a resolver, signatures unchecked: the servers of a zone whose signatures are broken are to be found, too. */
  lookup(name: string, type: RecordType, signal: AbortSignal): Promise<Answer>
  /** The addresses of a name server as targets; none if any is refused. */
  admit(addresses: readonly string[]): readonly PublicTarget[]
}

/** An answer from a zone's own servers, and which of them gave it. */
export interface Authoritative {
  readonly nameserver: string
  readonly answer: Answer
}

const DNS_PORT = 53
/** How long the addresses of one name server may take to be found: the other servers must not wait for it. */
const HOST_MS = 2500
/** How long the servers of one zone may take together. */
const ZONE_MS = 4000
/** After this long without an answer the next server of the zone is asked, too. */
const NEXT_SERVER_MS = 700
const SERVERS_MAX = 8
/** A zone names its servers and their addresses itself, and each gets a question: it must not be able to name hundreds. */
const ADDRESSES_MAX_A_FAMILY = 2
/** How long a resolver may take to name the servers of a zone, and for how many names it is asked at once. */
const CUT_MS = 2000
const BATCH = 6
/** Referrals, and CNAME records that lead into another zone, on one way. */
const STEPS_MAX = 12

/**
 * Asks the name servers of the zone that holds a name, and follows CNAME records into other zones. Null where no name server
 * is known, or none that may be asked; an answer that says so where none of them answers.
 */
export async function askZone(
  name: string,
  type: RecordType,
  search: ZoneSearch,
  signal: AbortSignal,
): Promise<Authoritative | null> {
  let current = name
  let way: Authoritative | null = null
  let hints: readonly NameServerHint[] = await findCut(current, search, signal)
  for (let steps = 0; steps < STEPS_MAX; steps++) {
    const asked = await askServers(hints, current, type, search, signal)
    if (!asked) return way && broken(way, 'no-name-server')
    if (asked.answer.referral.length > 0) {
      hints = asked.answer.referral
      continue
    }
    way = { nameserver: asked.nameserver, answer: way ? joined(way.answer, asked.answer) : asked.answer }
    if (asked.answer.continuesAt === null) return way
    current = asked.answer.continuesAt
    hints = await findCut(current, search, signal)
  }
  return way && broken(way, 'cname-loop')
}

/** Two answers of one chain as one. */
function joined(way: Answer, last: Answer): Answer {
  const ttls = [way.ttl, last.ttl].filter((ttl) => ttl !== null)
  return {
    ...last,
    records: [...way.records, ...last.records],
    cnameChain: [...way.cnameChain, ...last.cnameChain],
    ttl: ttls.length > 0 ? Math.min(...ttls) : null,
    elapsedMs: way.elapsedMs + last.elapsedMs,
  }
}

function broken({ nameserver, answer }: Authoritative, reason: Answer['reason']): Authoritative {
  return { nameserver, answer: { ...answer, status: 'error', reason, values: [] } }
}

/**
 * The name servers of the zone a name lies in: NS records stand at the nearest name above it that is a zone of its own. All
 * names above it are asked about at once. A resolver that is slow about a zone whose servers are dead knows its parent: the
 * parent's servers then refer to them.
 */
async function findCut(name: string, search: ZoneSearch, signal: AbortSignal): Promise<NameServerHint[]> {
  for (const batch of batchesOf(ancestorsOf(name), BATCH)) {
    const answers = await within(CUT_MS, signal, (limit) =>
      Promise.all(batch.map((candidate) => search.lookup(candidate, 'NS', limit))),
    )
    for (const [index, { records }] of answers.entries()) {
      const hosts = records.filter((record) => record.type === 'NS' && sameName(record.name, batch[index] ?? ''))
      if (hosts.length > 0) return hosts.map(({ rdata }) => ({ host: String(rdata.data.target), addresses: [] }))
    }
    // Nobody is there to ask; a failure may be about one of the names alone.
    if (answers.every(({ status }) => status === 'timeout' || status === 'error')) return []
  }
  return []
}

/** The name itself and those above it, without the root. */
function ancestorsOf(name: string): string[] {
  const labels = labelsOf(name)
  return labels.map((_, index) => labels.slice(index).join('.'))
}

function batchesOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
}

/**
 * The first authoritative answer of these servers, or a referral; if there is none, what the first of them did say. Null if
 * none of them may be asked.
 */
async function askServers(
  hints: readonly NameServerHint[],
  name: string,
  type: RecordType,
  search: ZoneSearch,
  signal: AbortSignal,
): Promise<Authoritative | null> {
  const servers = await Promise.all(
    hints.slice(0, SERVERS_MAX).map(async ({ host, addresses }) => ({
      host,
      targets: few(search.admit(addresses.length > 0 ? addresses : await addressesOf(host, search, signal))),
    })),
  )
  const tries = servers.flatMap(({ host, targets }) => targets.map((target) => ({ host, target })))
  if (tries.length === 0) return null
  const question = { name, type: typeNumber(type) }
  const flags = { recursion: false, checkingDisabled: false }
  const { accepted, others } = await within(ZONE_MS, signal, (limit) =>
    hedge(
      tries.map(({ host, target }) => async () => {
        const reply = await ask([{ address: target.address.text, port: DNS_PORT }], question, flags, limit)
        return { nameserver: host, answer: ofZone(answerOf(reply, name, type)) }
      }),
      NEXT_SERVER_MS,
      limit,
      ({ answer }) => answer.referral.length > 0 || CONCLUSIVE.includes(answer.reason),
    ),
  )
  return accepted ?? others[0] ?? null
}

/** What settles the matter, if a server of the zone says it. */
const CONCLUSIVE: readonly Answer['reason'][] = [null, 'no-such-record', 'no-such-name', 'cname-loop', 'truncated-answer']

/** An answer that does not come from the zone itself proves nothing about it. */
function ofZone(answer: Answer): Answer {
  const isForeign = !answer.authoritative && answer.referral.length === 0 && CONCLUSIVE.includes(answer.reason)
  return isForeign ? { ...answer, status: 'error', reason: 'not-authoritative', values: [], continuesAt: null } : answer
}

/** Some of each family, in order. */
function few(targets: readonly PublicTarget[]): PublicTarget[] {
  const ofFamily = (version: 4 | 6) => targets.filter(({ address }) => address.version === version)
  return [...ofFamily(4).slice(0, ADDRESSES_MAX_A_FAMILY), ...ofFamily(6).slice(0, ADDRESSES_MAX_A_FAMILY)]
}

/** A and AAAA of a name server, IPv4 first; none if it takes too long. */
async function addressesOf(host: string, { lookup }: ZoneSearch, signal: AbortSignal): Promise<string[]> {
  const found = await within(HOST_MS, signal, (limit) =>
    Promise.all((['A', 'AAAA'] as const).map((type) => lookup(host, type, limit))),
  )
  return found.flatMap(({ values }) => values)
}
