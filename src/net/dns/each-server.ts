import { withDeadline } from '../../platform/deadline.ts'
import type { PublicEndpoint, QueryName } from '../../policy/target.ts'
import { BUDGET_EXCEEDED, RATE_LIMITED } from '../budget.ts'
import { hedge } from '../hedge.ts'
import { type Answer, hasAnswer } from './answer.ts'
import type { RecordType } from './rdata.ts'
import { SERVERS_MAX } from './referral.ts'
import { CONCLUSIVE, type ServerSearch } from './zone-servers.ts'

/** The answer of one name server of a zone. */
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
  const found = await withDeadline(HOST_MS, signal, (limit) =>
    Promise.all((['A', 'AAAA'] as const).map((type) => search.lookup(name, type, limit))),
  )
  const addresses = found.flatMap(({ values }) => values)
  const failed = found.find((answer) => !hasAnswer(answer))
  const reason = failed?.reason ?? null
  if (addresses.length === 0) return { ...nothing, reason, state: OUR_OWN.includes(reason) ? 'not-asked' : 'no-address' }
  const isTooMuch = addresses.length > ADDRESSES_MAX || found.some(({ unread }) => unread > 0)
  const admitted = isTooMuch ? [] : search.admit(addresses)
  const targets = ([4, 6] as const).flatMap((version) =>
    admitted.filter(({ address }) => address.version === version).slice(0, 1),
  )
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
