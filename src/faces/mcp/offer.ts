import type { Locale } from '../../contract/text.ts'
import type { Caller, Peer } from '../../policy/caller.ts'
import type { Eventually } from '../../run/call.ts'
import { isBoundToRequester } from '../../run/requester.ts'
import type { Runnable } from '../../run/run.ts'

/** What a server offers over this protocol. */
export interface Offer {
  /** By name, in the order of the list. */
  readonly tools: ReadonlyMap<string, Runnable>
  /** What limits a caller; null where nothing does. */
  readonly limitsOf: ((caller: Peer) => Eventually<object>) | null
  /** Hears of a bug in this face; the run logs those of tools. */
  fail(error: unknown, requestId: string | null): void
}

/** Who asks in one request or, over standard input, in all of them. */
export interface Exchange {
  readonly caller: Caller
  /** The language where a message does not name one. */
  readonly locale: Locale
  requestId?(): string
  /** Hears of the tool that a message runs. */
  runs?(tool: string): void
  /** Hears of the code of a problem. */
  refused?(code: string): void
}

/** The tools that a caller has a use for: a local one has no address that a query could tell. */
export function offered(tools: Iterable<Runnable>, callers: Caller['kind']): ReadonlyMap<string, Runnable> {
  const useful = [...tools].filter(({ tool }) => tool.body !== null || callers === 'peer')
  return new Map(useful.map((runnable) => [runnable.name, runnable]))
}

export function namesAboutRequester({ tools }: Offer): string {
  return [...tools.values()]
    .filter(isBoundToRequester)
    .map(({ name }) => name)
    .join(', ')
}
