/** The servers of a zone: where each may be queried, and what each of them says. */
import { withDeadline } from '../../platform/deadline.ts'
import type { PublicEndpoint, QueryName } from '../../policy/target.ts'
import { BUDGET_EXCEEDED, RATE_LIMITED } from '../budget.ts'
import { hedge } from '../hedge.ts'
import { type Answer, hasAnswer, SERVERS_MAX } from './answer.ts'
import type { RecordType } from './rdata.ts'

/** "lame": it answers, but does not serve the zone. "not-asked": nothing was sent, or nothing can be sent from here. */
type AskedState = 'answers' | 'lame' | 'silent' | 'not-asked'

export interface ServerAnswer {
  readonly host: string
  /** The addresses that its name has, whether or not they may be queried. */
  readonly addresses: readonly string[]
  /** The address that was queried last; null if none was. */
  readonly address: string | null
  readonly state: AskedState | 'no-address'
  readonly reason: Answer['reason']
}

/** The time limit for finding the addresses of a name server, and for its answer. */
const HOST_MS = 1500
const ANSWER_MS = 2000
/** After this long without an answer another address of the server is queried as well. */
const NEXT_ADDRESS_MS = 700

/** The reasons that say nothing about the server. */
const OUR_OWN: readonly Answer['reason'][] = [BUDGET_EXCEEDED, RATE_LIMITED, 'network-unreachable', 'too-many-open-files']
/** If no address answers for the zone, the one whose answer says most counts. */
const MOST_TELLING_FIRST: readonly AskedState[] = ['lame', 'silent', 'not-asked']

/** Queries each server of a zone for what it knows itself, all at the same time; those beyond the first few are left out. */
export function askEach(
  hosts: readonly string[],
  question: NameQuestion,
  search: ServerSearch,
  signal: AbortSignal,
): Promise<ServerAnswer[]> {
  return Promise.all(hosts.slice(0, SERVERS_MAX).map((host) => askOne(host, question, search, signal)))
}

async function askOne(host: string, question: NameQuestion, search: ServerSearch, signal: AbortSignal): Promise<ServerAnswer> {
  const nothing = { host, addresses: [], address: null, reason: null }
  const name = search.found(host)
  // A name of a local network leads to no server outside.
  if (!name) return { ...nothing, state: 'no-address' }
  const { addresses, endpoints, reason } = await findServer(name, { milliseconds: HOST_MS, perFamily: 1 }, search, signal)
  if (addresses.length === 0) return { ...nothing, reason, state: OUR_OWN.includes(reason) ? 'not-asked' : 'no-address' }
  if (endpoints.length === 0) return { ...nothing, addresses, state: 'not-asked' }
  const { endpoint, answer } = await askAt(endpoints, question, search, signal)
  const state = stateOf(answer)
  const isForeign = state === 'lame' && isConclusive(answer)
  return { host, addresses, address: endpoint.address.text, state, reason: isForeign ? 'not-authoritative' : answer.reason }
}

/** Returns the first answer for the zone at one of the addresses; otherwise the one that says most. */
async function askAt(
  endpoints: readonly PublicEndpoint[],
  { name, type }: NameQuestion,
  { ask }: ServerSearch,
  signal: AbortSignal,
) {
  const { accepted, others } = await withDeadline(ANSWER_MS, signal, (limit) => {
    const attempts = endpoints.map((endpoint) => async () => ({ endpoint, answer: await ask(endpoint, name, type, limit) }))
    return hedge(attempts, NEXT_ADDRESS_MS, limit, ({ answer }) => stateOf(answer) === 'answers')
  })
  const best = accepted ?? MOST_TELLING_FIRST.flatMap((state) => others.filter(({ answer }) => stateOf(answer) === state))[0]
  if (!best) throw new Error('a server was asked at no address')
  return best
}

function stateOf(answer: Answer): AskedState {
  const { reason, authoritative, referral } = answer
  if (OUR_OWN.includes(reason)) return 'not-asked'
  if (reason === 'no-answer' || reason === 'connection-refused') return 'silent'
  return authoritative && referral.length === 0 && isConclusive(answer) ? 'answers' : 'lame'
}

/** The means of a search for name servers. */
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

/** A question about a name, for servers that are to be found first. */
export interface NameQuestion {
  readonly name: QueryName
  readonly type: RecordType
}

/** Each address is judged, so a server that has more is not queried. */
const ADDRESSES_MAX = 64

interface FoundServer {
  /** The addresses that its name has, whether or not they may be queried. */
  readonly addresses: readonly string[]
  /** The first few of each family, IPv4 first; none where any address is refused, or where there are more than any server has. */
  readonly endpoints: readonly PublicEndpoint[]
  /** The reason why a lookup failed; null if none did. */
  readonly reason: Answer['reason']
}

interface Finding {
  /** The time limit; if it is over, no addresses are known. */
  readonly milliseconds: number
  readonly perFamily: number
  /** Addresses that are known already, so that none are looked up. */
  readonly hints?: readonly string[]
}

/** Returns the addresses of a name server, and where it may be queried. */
export async function findServer(
  host: QueryName,
  { milliseconds, perFamily, hints = [] }: Finding,
  { lookup, admit }: ServerSearch,
  signal: AbortSignal,
): Promise<FoundServer> {
  const looked =
    hints.length > 0
      ? []
      : await withDeadline(milliseconds, signal, (limit) =>
          Promise.all((['A', 'AAAA'] as const).map((type) => lookup(host, type, limit))),
        )
  const addresses = [...new Set([...hints, ...looked.flatMap(({ values }) => values)])]
  const isTooMuch = addresses.length > ADDRESSES_MAX || looked.some(({ unread }) => unread > 0)
  const admitted = isTooMuch ? [] : admit(addresses)
  return {
    addresses,
    endpoints: ([4, 6] as const).flatMap((version) =>
      admitted.filter(({ address }) => address.version === version).slice(0, perFamily),
    ),
    reason: looked.find((answer) => !hasAnswer(answer))?.reason ?? null,
  }
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

/** Returns whether an answer tells all that a server of the zone can tell, itself or in the name of another. */
export function isConclusive({ reason }: Answer): boolean {
  return CONCLUSIVE.includes(reason)
}
