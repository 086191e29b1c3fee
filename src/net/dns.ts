import type { PublicTarget } from '../policy/target.ts'
import type { Bounds } from './budget.ts'
import { type Answer, answerOf, type DnsStatus, hasAnswer } from './dns/answer.ts'
import { ask } from './dns/ask.ts'
import { saysBogus } from './dns/extended-errors.ts'
import { type RecordType, typeNumber } from './dns/rdata.ts'
import type { Resolver, Resolvers } from './dns/resolvers.ts'
import { type Authoritative, askZone } from './dns/zone.ts'
import { onAbort, within } from './within.ts'

export { pointerOf } from './dns/names.ts'
export { bare, RECORD_TYPES, type RecordType } from './dns/rdata.ts'
export type { Answer, Authoritative, Resolver }

/** "secure": the resolver authenticated the answer; "bogus": it has one, but the signatures do not hold. */
export const DNSSEC_VERDICTS = ['secure', 'insecure', 'bogus', 'unknown'] as const
export type DnssecVerdict = (typeof DNSSEC_VERDICTS)[number]

/** What outlives a request: nothing that a name was answered with. */
export interface DnsMemory {
  /** Whether the local resolver checks signatures, and until when that is believed (a time of `performance.now`). */
  checksSignatures: { found: Promise<boolean>; until: number } | null
}

/** So long that a burst of lookups asks once, so short that nobody waits for a resolver that was set up anew. */
const MEMORY_MS = 2000

/** The name service of one request: everything it asks ends with the request. */
export class Dns {
  constructor(
    /** The local one first; it also resolves names for everything else. */
    readonly resolvers: Resolvers,
    /** The addresses of a name server as targets; none if any is refused. */
    private readonly admit: (addresses: readonly string[]) => readonly PublicTarget[],
    private readonly memory: DnsMemory,
    private readonly bounds: Bounds,
  ) {}

  /** What a resolver says about a name, as it says it. */
  async lookup(
    name: string,
    type: RecordType,
    { resolver = this.resolvers[0], checkingDisabled = false, signal = this.bounds.signal } = {},
  ): Promise<Answer> {
    const reply = await ask(resolver.endpoints(), questionOf(name, type), { recursion: true, checkingDisabled }, signal)
    return answerOf(reply, name, type)
  }

  /** A and AAAA of a name in the order in which they are to be tried: the families by turns, IPv6 first (RFC 8305, section 4). */
  async addresses(name: string): Promise<{ status: DnsStatus; addresses: string[] }> {
    const [four, six] = await Promise.all([this.lookup(name, 'A'), this.lookup(name, 'AAAA')])
    const turns = Math.max(four.values.length, six.values.length)
    const addresses = Array.from({ length: turns }, (_, turn) => [six.values[turn], four.values[turn]])
      .flat()
      .filter((address) => address !== undefined)
    if (addresses.length > 0) return { status: 'noerror', addresses }
    return { status: hasAnswer(four) ? six.status : four.status, addresses }
  }

  /** Waits, but not beyond the end of the request. */
  pause(milliseconds: number): Promise<void> {
    return within(milliseconds, this.bounds.signal, (limit) => new Promise((resolve) => onAbort(limit, resolve)))
  }

  /** What the zone's own servers say: no cache stands between. Null if none is known that may be asked. */
  authoritative(name: string, type: RecordType): Promise<Authoritative | null> {
    // The servers are looked up at the local resolver; at the others only while it is silent.
    let endpoints = this.resolvers.flatMap((resolver) => resolver.endpoints())
    const lookup = async (host: string, asked: RecordType, signal: AbortSignal) => {
      const reply = await ask(endpoints, questionOf(host, asked), { recursion: true, checkingDisabled: true }, signal)
      if (reply && typeof reply.outcome !== 'string') {
        endpoints = [reply.endpoint, ...endpoints.filter((endpoint) => endpoint !== reply.endpoint)]
      }
      return answerOf(reply, host, asked)
    }
    return askZone(name, type, { lookup, admit: this.admit }, this.bounds.signal)
  }

  /** What the local resolver says, and what is known of the signatures of its answer. */
  async lookupChecked(name: string, type: RecordType): Promise<{ answer: Answer; dnssec: DnssecVerdict }> {
    const [answer, isChecking] = await Promise.all([this.lookup(name, type), this.checksSignatures()])
    if (answer.authenticated) return { answer, dnssec: 'secure' }
    if (hasAnswer(answer)) return { answer, dnssec: isChecking ? 'insecure' : 'unknown' }
    return { answer, dnssec: answer.status === 'servfail' ? await this.blame(name, type, answer) : 'unknown' }
  }

  /** The root is signed: a resolver that checks signatures says so of the root. */
  private checksSignatures(): Promise<boolean> {
    const known = this.memory.checksSignatures
    if (known && performance.now() < known.until) return known.found
    // Others wait for it, too, so it does not end with this request.
    const found = this.lookup('', 'SOA', { signal: new AbortController().signal }).then(({ authenticated }) => authenticated)
    this.memory.checksSignatures = { found, until: performance.now() + MEMORY_MS }
    return found
  }

  /** The resolver failed: the same question without the check of signatures tells whether they are to blame. */
  private async blame(name: string, type: RecordType, { extendedErrors }: Answer): Promise<DnssecVerdict> {
    if (saysBogus(extendedErrors)) return 'bogus'
    return hasAnswer(await this.lookup(name, type, { checkingDisabled: true })) ? 'bogus' : 'unknown'
  }
}

function questionOf(name: string, type: RecordType) {
  return { name, type: typeNumber(type) }
}
