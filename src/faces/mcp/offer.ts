import type { Locale } from '../../contract/text.ts'
import type { Caller, Peer } from '../../policy/caller.ts'
import type { Eventually } from '../../run/call.ts'
import { isBoundToRequester } from '../../run/requester.ts'
import type { Runnable } from '../../run/run.ts'

/** What a server offers over this protocol. */
export interface Offer {
  /** By name, in the order of the list. */
  readonly tools: ReadonlyMap<string, Runnable>
  /** The doorstep that runs some of them for a caller on this machine; null if all run here. */
  readonly forwarding: Forwarding | null
  /** What limits a caller; null where nothing does. */
  readonly limitsOf: ((caller: Peer) => Eventually<object>) | null
  /** Hears of a bug in this face; the run logs those of tools. */
  fail(error: unknown, requestId: string | null): void
}

export interface Forwarding {
  readonly server: string
  /** The names of the tools that it runs. */
  readonly names: readonly string[]
}

/** Who asks in one request or, over standard input, in all of them. */
export interface Exchange {
  readonly caller: Caller
  /** What was taken from the caller's allowance for each message. */
  readonly prepaid?: number
  /** The language where a message does not name one. */
  readonly locale: Locale
  requestId?(): string
  /** Hears of the tool that a message runs. */
  runs?(tool: string): void
  /** Hears of the code of a problem. */
  refused?(code: string): void
}

/** The order in which people need the tools; others follow in the order of the registry. */
const FIRST = [
  ...['reachability', 'ip-json', 'ip', 'port-check', 'port-forward-plan', 'router-login-route', 'ddns-match'],
  ...['public-service-check', 'dns-lookup', 'dns-propagation', 'ssl-check', 'http-headers', 'ping', 'traceroute'],
  ...['ip-location', 'ip-lookup', 'reverse-dns'],
]

/** Tools by their names, in the order in which people need them. */
export function offered(tools: Iterable<Runnable>): ReadonlyMap<string, Runnable> {
  const place = ({ name }: Runnable) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  const inOrder = [...tools].toSorted((one, other) => place(one) - place(other))
  return new Map(inOrder.map((runnable) => [runnable.name, runnable]))
}

export function namesAboutRequester({ tools }: Offer): string {
  return [...tools.values()]
    .filter(isBoundToRequester)
    .map(({ name }) => name)
    .join(', ')
}
