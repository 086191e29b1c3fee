import { withDeadline } from '../../platform/deadline.ts'
import type { PublicEndpoint, QueryName } from '../../policy/target.ts'
import { type Answer, hasAnswer } from './answer.ts'
import type { RecordType } from './rdata.ts'

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
