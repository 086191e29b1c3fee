import { isRecord } from '../../contract/clean.ts'
import type { Allowance } from '../../contract/problem.ts'
import { type Locale, negotiateLocale } from '../../contract/text.ts'
import type { Eventually } from '../../operations/run/call.ts'
import type { Runnable } from '../../operations/run/run.ts'
import type { Caller, Peer } from '../../policy/caller.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'

/** A message that every server answers, for those that are refused. */
export const EXAMPLE_MESSAGE = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'

/** Everything that a server offers over this protocol. */
export interface Offer {
  /** By name, in the order of the list. */
  readonly tools: ReadonlyMap<string, Runnable>
  /** Whether this computer's own network is looked at from inside. */
  readonly isHome: boolean
  /** The doorstep that runs some of the tools for a caller on this machine; null if all run here. */
  readonly forwarding: Forwarding | null
  /** Limits of a caller; null where there are none. */
  readonly limitsOf: ((caller: Peer) => Eventually<object>) | null
  /** The routers, services and providers that are known. */
  readonly catalogue: () => Promise<Catalogue>
  /** Called with a bug in this face; the run logs those of tools. */
  fail(error: unknown, requestId: string | null): void
}

interface Forwarding {
  readonly server: string
  /** The names of the tools that it runs. */
  readonly names: readonly string[]
}

/** Client of one request or, over standard input, of all of them. */
export interface McpExchange {
  readonly caller: Caller
  /** Weight already taken from the caller's allowance for each message. */
  readonly prepaid?: number
  /** The allowance that it left: a run that costs no more is not counted again. */
  readonly allowance?: Allowance
  /** The language where a message does not name one. */
  readonly locale: Locale
  requestId?(): string
  /** Called with the tool that a message runs. */
  runs?(tool: string): void
  /** Called with the code of a problem. */
  refused?(code: string): void
}

/** Returns tools by their names, in their order. */
export function offered(tools: Iterable<Runnable>): ReadonlyMap<string, Runnable> {
  return new Map([...tools].map((runnable) => [runnable.name, runnable]))
}

/** In the `_meta` of a message: the language of its answer, as Accept-Language writes it. It comes before that header. */
export const LANGUAGE_KEY = 'doorstep/language'
/** In the `_meta` of `tools/list`: "full" for the schemas of whole answers. */
const SCHEMAS_KEY = 'doorstep/schemas'
/** Longer than any list of languages that a person reads. */
const LANGUAGE_MAX = 100

/** Returns the language that a message names, otherwise the given one. */
export function localeIn(meta: unknown, otherwise: Locale): Locale {
  const wanted = isRecord(meta) ? meta[LANGUAGE_KEY] : null
  return typeof wanted === 'string' && wanted.length <= LANGUAGE_MAX ? negotiateLocale(wanted) : otherwise
}

/** Returns whether a message asks for the schemas of whole answers. */
export function wantsWhole(meta: unknown): boolean {
  return isRecord(meta) && meta[SCHEMAS_KEY] === 'full'
}
