import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { Block } from './contract/blocks.ts'
import type { Judged, Judging, Short } from './contract/good.ts'
import type { Joined } from './contract/joined.ts'
import type { Next, NextAction } from './contract/next-action.ts'
import type { Refuse } from './contract/problem.ts'
import { answerSchema, closed, foreign } from './contract/schema.ts'
import { defineText, type FieldTexts, type Introduction, type Locale, type Say, type Text } from './contract/text.ts'
import type { IpData } from './ipdata/lookup.ts'
import type { Net } from './net/index.ts'
import type { Targets } from './policy/admit.ts'
import type { Caller, Peer } from './policy/caller.ts'
import type { Disclosure } from './policy/gate.ts'
import { type Policy, type PolicyFor, weightOf } from './policy/policies.ts'
import type { Catalogue } from './router/catalogue/index.ts'

/** The version of this kit: its first number changes when a tool written for an earlier version may no longer compile. */
export const KIT_VERSION = '1.0'

export { Type as t } from '@sinclair/typebox'
export { type Block, type BlockOf, facts, type Mark } from './contract/blocks.ts'
export { joined } from './contract/joined.ts'
export { type FollowUp, followUp, NEXT_ACTIONS, type Next, type NextAction } from './contract/next-action.ts'
export { foreign, oneOf, orNull, PORT, pastedService, refusing, usually } from './contract/schema.ts'
export { defineText, inBoth, type Say } from './contract/text.ts'
export type { Net } from './net/index.ts'
export { type Address, parseAddress } from './policy/address.ts'
export { isPrivateAddress, isPublicAddress, readAddress } from './policy/admit.ts'
export {
  dnsName,
  offline,
  publicHost,
  publicIp,
  publicName,
  publicPath,
  publicService,
  publicUrl,
  requester,
  requesterAndName,
} from './policy/policies.ts'
export type { QueryName } from './policy/target.ts'

/** The context of every handler. */
export interface Context<English extends Record<string, string>> {
  /** The caller. On the command line, a caller does not have an address. */
  readonly caller: Caller
  readonly ipdata: IpData
  /** Routers, providers, services and platforms, read on first use. */
  readonly catalogue: () => Promise<Catalogue>
  readonly locale: Locale
  readonly say: Say<English>
  readonly next: Next<English>
}

/** The language in which a result is drawn. */
type Drawing<English extends Record<string, string>> = Pick<Context<English>, 'say' | 'locale'>

/** The request body, and the function with which a handler refuses it: `return refuse('not-a-cidr', {}, { field: 'cidr', code })`. */
interface Asked<English extends Record<string, string>, Body extends TProperties> {
  readonly body: Static<TObject<Body>>
  readonly refuse: Refuse<English, Body>
}

/** The target of a policy for a handler, the net to reach it with, and what may be disclosed about the way there. */
type TargetOf<P extends Policy> = P extends { kind: 'offline' }
  ? unknown
  : P extends { asks: 'nobody' }
    ? { readonly target: Targets[P['kind']] }
    : { readonly target: Targets[P['kind']]; readonly net: Net; readonly disclosure: Disclosure }

/** The report of a tool with events, while it runs. Only callers that stream receive it. */
type Reporting<Event extends TProperties> = [Event] extends [never] ? unknown : { report(event: Static<TObject<Event>>): void }

interface Common<English extends Record<string, string>> {
  path: string
  /** The heading that it stands under in lists: a built-in one, or one of its own. By default, "More". */
  group?: Group | (string & {})
  /** The place in lists of tools, the lowest first. Tools without one follow, by name. */
  rank?: number
  /** Commands of other programs that people type for it, such as "dig"; the command line then names this tool. */
  programs?: readonly string[]
  /**
   * The sentences `title` and `summary`, and everything else that the tool says to people. `use-when` and `not-for` say when to use it and
   * when to use another: to agents, and in its help. `result.city` is the label of a field of its result, and `button.renew`
   * that of a next action, where the usual one does not fit. `value.status.open` is the word for a value of a field, and
   * `label.ports.port` the label of a part of one; `group` is the heading of a group of its own. Without it, all of that is made
   * from the path and the names of the fields.
   */
  text?: Text<English & Introduction>
}

/** The heading under which a list of tools shows a tool. */
export type Group = 'ip' | 'dns' | 'port' | 'path' | 'web' | 'router'

/** A POST operation: a body in, a result out. `tool`, `checkedAt`, `elapsedMs`, `headline` and `good` are put before the result. For two languages it runs twice, the second time with the record of its `net`: it must change nothing. */
export interface ToolSpec<
  English extends Record<string, string>,
  Body extends TProperties,
  Result extends TProperties,
  P extends PolicyFor<Body>,
  Event extends TProperties = never,
> extends Common<English>,
    Judging<Result> {
  text?: Text<English & Introduction & FieldTexts<Body>>
  policy: P
  body: TObject<Body>
  /** The fields of the answer. Without it, an answer has whatever `run` returns, and is not checked. */
  result?: TObject<Result>
  /** The event that a streaming caller receives while the check runs: one reply to a ping, one hop of a trace. */
  event?: TObject<Event>
  /** The fields that the page shows on request. */
  details?: readonly (keyof Result & string)[]
  printEvent?(event: Static<TObject<Event>>, locale: Locale): string
  /** The longest time that the check may take in total; the default is 10 seconds. Its net ends half a second earlier. */
  deadlineMs?: number
  /** The share of a caller's allowance that a request takes, where its policy lets expect another. */
  weight?: number
  /** Draws the result for every face, in blocks; null is nothing. By default, the fields with their labels. */
  blocks?(answer: Static<TObject<Result>> & { elapsedMs: number }, context: Drawing<English>): readonly (Block | null)[]
  /** Draws what was reported so far, while the check runs. */
  live?(events: readonly Static<TObject<Event>>[], context: Drawing<English>): readonly (Block | null)[]
  /** Prints only the result, in the style of a tool that people know; with `details`, all that may help. By default, one line for each field. */
  print?(answer: Static<TObject<Result>> & { elapsedMs: number }, locale: Locale, details: boolean): string
  /** The steps that a terminal shows without details, by default all, and the one caution below them. */
  steps?(answer: Static<TObject<Result>>): readonly NextAction[]
  warning?(answer: Static<TObject<Result>>, locale: Locale): string | null
  /** Says the finding in one plain sentence that names what was checked, and claims no more than was seen. Every face begins with it. By default, the title and the first values. */
  headline?(result: Static<TObject<Result>>, context: Context<English> & Asked<English, Body> & TargetOf<P>): string
  run(
    context: Context<English> & Asked<English, Body> & TargetOf<P> & Reporting<Event>,
  ): Static<TObject<Result>> | Promise<Static<TObject<Result>>>
}

/** A GET operation: it depends only on who asks, so its caller has an address. A text result is sent as it is. */
export interface QuerySpec<English extends Record<string, string>, Result extends TSchema> extends Common<English> {
  result: Result
  /** The one value that `--short` prints for a script, where the result is not a text. */
  short?: Short
  /** Returns the result. Results that are sent by the thousand may be `joined`; the answer is the same. */
  run(context: Context<English> & { readonly caller: Peer }): Static<Result> | Joined<Static<Result> & object>
}

/** A tool as the registry knows it: its types are checked when it is defined, its values when it is mounted. */
export interface Tool extends Judged {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly group: string
  readonly rank: number
  readonly programs: readonly string[]
  readonly text: Text
  readonly policy: Policy
  readonly body: TObject | null
  readonly result: TSchema
  readonly event?: TObject
  readonly details: readonly string[]
  readonly deadlineMs: number
  readonly weight: number
  blocks?(answer: unknown, context: Drawing<Record<string, string>>): readonly (Block | null)[]
  live?(events: readonly unknown[], context: Drawing<Record<string, string>>): readonly (Block | null)[]
  print?(answer: unknown, locale: Locale, details: boolean): string
  steps?(answer: unknown): readonly NextAction[]
  warning?(answer: unknown, locale: Locale): string | null
  printEvent?(event: unknown, locale: Locale): string
  /** The finding in one sentence; null for a query, whose answer says it all, and for a plug-in until it is loaded. */
  readonly headline: ((result: unknown, input: unknown) => string) | null
  run(input: unknown): unknown
}

/** A tool whose type also says what it answers, for faces that get the answer as JSON. */
type Answering<Result extends TProperties> = Tool & { readonly result: TObject<Result> }

const TOOLS = new WeakSet<object>()

export function isTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && TOOLS.has(value)
}

/**
 * Defines a POST operation. The types make sure that policy, body, result and texts match.
 * @example
 * export default defineTool({
 *   path: '/api/tools/word-length',
 *   group: 'ip',
 *   text,
 *   policy: offline,
 *   body: t.Object({ word: t.String({ maxLength: 100 }) }),
 *   result: t.Object({ length: t.Integer() }),
 *   headline: ({ length }, { body, say }) => say('found', { word: body.word, length }),
 *   run: ({ body }) => ({ length: body.word.length }),
 * })
 */
export function defineTool<
  English extends Record<string, string>,
  Body extends TProperties,
  Result extends TProperties,
  const P extends PolicyFor<Body>,
  Event extends TProperties = never,
>(spec: ToolSpec<English, Body, Result, P, Event>): Answering<Result> {
  const lacking = NEEDED.filter((part) => spec[part] === undefined)
  if (lacking.length > 0) throw new Error(`a tool has ${NEEDED.join(', ')}: there is no ${lacking.join(', no ')}`)
  return register<Answering<Result>>({
    ...UNSAID,
    method: 'POST',
    ...spec,
    weight: weightOf(spec),
    // An undeclared field is an error of the caller, never ignored.
    body: closed({ ...spec.body, additionalProperties: false }),
    result: spec.result ? answerSchema(spec.result) : answerSchema(spec.policy.kind === 'offline' ? ANYTHING : foreign(ANYTHING)),
  })
}

/**
 * Defines a GET operation, which depends only on who asks.
 * @example
 * export default defineQuery({
 *   path: '/api/ip',
 *   group: 'ip',
 *   text,
 *   result: t.String(),
 *   run: ({ caller }) => caller.address.text,
 * })
 */
export function defineQuery<English extends Record<string, string>, Result extends TSchema>(
  spec: QuerySpec<English, Result>,
): Tool {
  return register({
    ...UNSAID,
    method: 'GET',
    policy: { kind: 'offline' },
    body: null,
    weight: 0,
    ...spec,
  })
}

/** The answer of a tool that does not say what is in it; where it reaches out, hosts may have written any of it. */
const ANYTHING = Type.Object({}, { additionalProperties: true })

/** The parts that a tool cannot do without. */
const NEEDED = ['path', 'policy', 'body', 'run'] as const

/** Facts of a tool where its definition does not say: the last place in lists, no finding that is bad, ten seconds. Plug-ins also get words. */
const UNSAID = {
  group: 'more',
  text: defineText({ en: {}, ko: {} }),
  headline: null,
  rank: 1000,
  programs: [],
  good: null,
  short: null,
  details: [],
  deadlineMs: 10_000,
} as const

/** A seam: the run gives each tool what its spec asked for, since it reads body, policy and text of the same spec. */
function register<Known extends Tool>(tool: unknown): Known {
  const known = Object.freeze(tool) as Known
  TOOLS.add(known)
  return known
}
