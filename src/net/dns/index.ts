import type { DnsStatus } from '../../contract/dns-status.ts'
import { onAbort, withDeadline } from '../../platform/deadline.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import { type PublicEndpoint, QueryName, ROOT_NAME } from '../../policy/target.ts'
import { type Bounds, BUDGET_EXCEEDED, type Budget } from '../budget.ts'
import { type Answer, answerOf, type DnsReason, hasAnswer, type IsLocal } from './answer.ts'
import { type AskFlags, ask, type Endpoint, type ServerReply } from './ask.ts'
import { type Question, saysBogus } from './message.ts'
import { type RecordType, typeNumber } from './rdata.ts'
import { DNS_PORT, type Resolvers } from './resolvers.ts'
import { askEach, type ServerAnswer } from './servers.ts'
import { type Authoritative, askZone, findZoneCut, type ZoneCut, type ZoneSearch } from './zone.ts'

/** "secure": the resolver authenticated the answer; "bogus": it has one, but the signatures are invalid. */
export const DNSSEC_VERDICTS = ['secure', 'insecure', 'bogus', 'unknown'] as const
export type DnssecVerdict = (typeof DNSSEC_VERDICTS)[number]

export interface CheckedAnswer {
  readonly answer: Answer
  readonly dnssec: DnssecVerdict
}

/** The part of name resolution that outlives a request: never an answer. */
export interface DnsMemory {
  /** Whether the local resolver validates signatures, and until when that is taken for granted (a time of `performance.now`). */
  checksSignatures: { found: Promise<boolean>; until: number } | null
}

/** Long enough that a burst of lookups checks once, short enough that a reconfigured resolver is noticed soon. */
const MEMORY_MS = 2000
/** The queries of the budget that the search for a zone's servers leaves, so that the resolvers can be compared whatever the zone does. */
const RESERVE = 12
/** Per name. Each address is judged before anything connects to it, so a name that has more is not used at all. */
const ADDRESSES_MAX = 128

/** The judgement of addresses and names that are found along the way. */
export interface Finds {
  /** The addresses of a name server as endpoints; none if any of them is refused. */
  admitFound(addresses: readonly Address[], port: number): readonly PublicEndpoint[]
  isLocalName(name: string): boolean
  /** A name to ask about; null if it belongs to a local network. */
  admitFoundName(text: string): QueryName | null
  /** The reverse name of an address; null if nothing about the address may be shown. */
  admitReverseName(address: Address): QueryName | null
}

/**
 * Name resolution for one request: every query ends with the request. It asks only about names that the policy has minted: the target of
 * the request and those that were `found` along the way.
 */
export class Dns {
  readonly #finds: Finds
  readonly #memory: DnsMemory
  readonly #bounds: Bounds
  readonly #questions: Questions
  readonly #isLocal: IsLocal

  constructor(
    /** The local resolver comes first; it also resolves names for everything else. */
    readonly resolvers: Resolvers,
    finds: Finds,
    memory: DnsMemory,
    bounds: Bounds,
  ) {
    this.#finds = finds
    this.#memory = memory
    this.#bounds = bounds
    this.#questions = new Questions(bounds.budget, resolvers)
    this.#isLocal = (name) => finds.isLocalName(name)
    Object.freeze(this)
  }

  /**
   * Judges a name that was found along the way, in any script: in a record, a certificate or a redirect. Null if it is not a name, or
   * belongs to a local network, so that it is neither queried nor shown.
   */
  found(name: string): QueryName | null {
    return this.#finds.admitFoundName(name)
  }

  /** The answer of a resolver for a name, unchanged; `isAgain` repeats a query that was made before. */
  async lookup(
    name: QueryName,
    type: RecordType,
    { resolver = this.resolvers[0], checkingDisabled = false, isAgain = false, signal = this.#bounds.signal } = {},
  ): Promise<Answer> {
    if (!this.resolvers.includes(resolver)) throw new Error('only the resolvers of the operator are asked')
    const asking = { recursion: true, checkingDisabled, isAgain, signal }
    const reply = await this.#questions.ask(resolver.endpoints(), questionOf(name, type), asking)
    return answerOf(reply, name, type, this.#isLocal)
  }

  /** The names of an address; none if they are not found within a time limit of their own, or if nothing about the address may be shown. */
  async namesOf(address: Address, forMs: number): Promise<string[]> {
    const pointer = this.#finds.admitReverseName(address)
    if (!pointer) return []
    const { values } = await withDeadline(forMs, this.#bounds.signal, (signal) => this.lookup(pointer, 'PTR', { signal }))
    return [...values]
  }

  /** A and AAAA of a name, in the order in which to try them: families alternate, IPv6 first (RFC 8305, section 4). */
  async addresses(name: QueryName): Promise<{ status: DnsStatus; reason: DnsReason | null; addresses: string[] }> {
    const [four, six] = await Promise.all([this.lookup(name, 'A'), this.lookup(name, 'AAAA')])
    const isTooMuch = four.unread + six.unread > 0 || four.values.length + six.values.length > ADDRESSES_MAX
    if (isTooMuch) return { status: 'error', reason: BUDGET_EXCEEDED, addresses: [] }
    const turns = Math.max(four.values.length, six.values.length)
    const addresses = Array.from({ length: turns }, (_, turn) => [six.values[turn], four.values[turn]])
      .flat()
      .filter((address) => address !== undefined)
    if (addresses.length > 0) return { status: 'noerror', reason: null, addresses }
    const { status, reason } = hasAnswer(four) ? six : four
    return { status, reason, addresses }
  }

  /** Waits, but not past the end of the request. */
  pause(milliseconds: number): Promise<void> {
    return withDeadline(milliseconds, this.#bounds.signal, (limit) => new Promise((resolve) => onAbort(limit, resolve)))
  }

  /** The answer of the zone's own servers, with no cache in between. Null if none is known that may be queried. */
  async authoritative(name: QueryName, type: RecordType): Promise<Authoritative | null> {
    QueryName.assert(name)
    return askZone({ name, type }, this.#search(), this.#bounds.signal)
  }

  /** The zone that contains a name, and its servers, as far as the local resolver knows them; nobody else is queried. */
  zoneOf(name: QueryName): Promise<ZoneCut> {
    QueryName.assert(name)
    return findZoneCut(name, this.#search(), this.#bounds.signal)
  }

  /** The answer of each of these name servers itself. */
  askEach(hosts: readonly string[], name: QueryName, type: RecordType): Promise<ServerAnswer[]> {
    QueryName.assert(name)
    return askEach(hosts, { name, type }, this.#search(), this.#bounds.signal)
  }

  /** Returns the means of a search for the servers of a zone, which are found by the local resolver, and by the others only while it is silent. */
  #search(): ZoneSearch {
    let endpoints = this.resolvers.flatMap((resolver) => resolver.endpoints())
    const finds = this.#finds
    const questions = this.#questions
    const isLocal = this.#isLocal
    const { budget } = this.#bounds
    return {
      admit: (texts) =>
        finds.admitFound(
          texts.map(parseAddress).filter((address) => address !== null),
          DNS_PORT,
        ),
      found: (host) => finds.admitFoundName(host),
      shortage: () => budget.shortage,
      async lookup(host, asked, signal) {
        const asking = { recursion: true, checkingDisabled: true, signal, reserve: RESERVE }
        const reply = await questions.ask(endpoints, questionOf(host, asked), asking)
        if (reply && typeof reply.outcome !== 'string') {
          endpoints = [reply.endpoint, ...endpoints.filter((endpoint) => endpoint !== reply.endpoint)]
        }
        return answerOf(reply, host, asked, isLocal)
      },
      async ask({ address, port }, host, asked, signal) {
        const asking = { recursion: false, checkingDisabled: false, signal, reserve: RESERVE }
        const reply = await questions.ask([{ address: address.text, port }], questionOf(host, asked), asking)
        return answerOf(reply, host, asked, isLocal)
      },
    }
  }

  /** The answer of the local resolver, and what is known about its signatures; with a time limit of its own, if one is given. */
  async lookupChecked(name: QueryName, type: RecordType, forMs: number | null = null): Promise<CheckedAnswer> {
    if (forMs === null) return this.checked(name, type, this.#bounds.signal)
    return withDeadline(forMs, this.#bounds.signal, (signal) => this.checked(name, type, signal))
  }

  private async checked(name: QueryName, type: RecordType, signal: AbortSignal): Promise<CheckedAnswer> {
    const [answer, isChecking] = await Promise.all([this.lookup(name, type, { signal }), this.checksSignatures()])
    if (answer.authenticated) return { answer, dnssec: 'secure' }
    if (answer.status === 'servfail') return this.blame(name, type, answer, signal)
    const isKnown = hasAnswer(answer) && isChecking && !isLeaving(answer)
    return { answer, dnssec: isKnown ? 'insecure' : 'unknown' }
  }

  /** Returns whether the local resolver validates signatures. The root is signed: a resolver that validates says so for the root. */
  private checksSignatures(): Promise<boolean> {
    const known = this.#memory.checksSignatures
    if (known && performance.now() < known.until) return known.found
    // Other requests wait for this result, so it does not end with this one.
    const found = this.lookup(ROOT_NAME, 'SOA', { signal: new AbortController().signal }).then(
      ({ authenticated }) => authenticated,
    )
    this.#memory.checksSignatures = { found, until: performance.now() + MEMORY_MS }
    return found
  }

  /**
   * Returns the answer and verdict of a lookup that failed. The same query without validation tells whether the signatures are to blame, or
   * whether it failed after a name of a local network, about which nothing is disclosed.
   */
  private async blame(name: QueryName, type: RecordType, answer: Answer, signal: AbortSignal): Promise<CheckedAnswer> {
    const unchecked = await this.lookup(name, type, { checkingDisabled: true, signal })
    if (isLeaving(unchecked)) return { answer: unchecked, dnssec: 'unknown' }
    return { answer, dnssec: saysBogus(answer.extendedErrors) || hasAnswer(unchecked) ? 'bogus' : 'unknown' }
  }
}

function isLeaving({ reason }: Answer): boolean {
  return reason === 'leads-to-local-name'
}

/** Returns the question about a name. Throws if the name cannot be encoded, before anything is spent on it. */
function questionOf(name: QueryName, type: RecordType) {
  QueryName.assert(name)
  return { name, type: typeNumber(type) }
}

interface Asking extends AskFlags {
  readonly signal: AbortSignal
  /** Repeats a query to see whether the answer is still the same; otherwise this request never asks twice. */
  readonly isAgain?: boolean
  /** The queries of the budget that must be left for others. */
  readonly reserve?: number
}

/** The queries of one request: each packet is charged to the budget, and a query to the same servers is made only once. */
export class Questions {
  private readonly asked = new Map<string, Promise<ServerReply | null>>()
  private own: ReadonlySet<string> | null = null

  constructor(
    private readonly budget: Budget,
    private readonly resolvers: Resolvers,
  ) {}

  /** The answer of these servers, which should all know it; null if there are no servers. */
  ask(servers: readonly Endpoint[], question: Question, asking: Asking): Promise<ServerReply | null> {
    const { recursion, checkingDisabled, signal, isAgain = false, reserve = 0 } = asking
    const key = `${serversKey(servers)} ${question.type} ${recursion} ${checkingDisabled} ${question.name.ascii}`
    const before = isAgain ? undefined : this.asked.get(key)
    if (before) return before
    const { budget } = this
    const spend = (address: string) => budget.spendQuestion(address, this.isOwn(address), reserve)
    const reply = ask(servers, question, { recursion, checkingDisabled }, { signal, budget, spend })
    this.asked.set(key, reply)
    const forget = () => void this.asked.delete(key)
    // Silence is not remembered: the next query may have more time.
    reply.then((came) => typeof came?.outcome === 'string' && forget(), forget)
    return reply
  }

  /** Whether the operator chose a resolver at this address, however it is spelled. */
  private isOwn(address: string): boolean {
    this.own ??= new Set(
      this.resolvers.flatMap((resolver) => resolver.endpoints()).map((endpoint) => canonical(endpoint.address)),
    )
    return this.own.has(canonical(address))
  }
}

/** Returns a key for a set of servers, whose order does not matter. */
function serversKey(servers: readonly Endpoint[]): string {
  return servers
    .map(({ address, port }) => `${address} ${port}`)
    .toSorted()
    .join()
}

function canonical(address: string): string {
  return parseAddress(address)?.text ?? address
}
