import type { TObject, TProperties } from '@sinclair/typebox'
import { answerSchema, closed } from '../contract/schema.ts'
import type { Locale } from '../contract/text.ts'
import type { NamedTool } from '../operations/registry/tools.ts'
import type { Policy } from '../policy/policies.ts'
import type { Context, Tool, ToolSpec } from '../tool.ts'
import type { Sources } from './computer/index.ts'

/** A command at home: defined as a tool is, so that its flags, help, output and protocol for agents come from one place; no server has it. */
type HomeSpec<
  English extends Record<string, string>,
  Body extends TProperties,
  Result extends TProperties,
  Event extends TProperties = never,
> = Omit<
  ToolSpec<English, Body, Result, { kind: 'offline' }, Event>,
  'path' | 'group' | 'policy' | 'result' | 'weight' | 'deadlineMs' | 'run'
> & {
  name: string
  result: TObject<Result>
  /** The part that the doorstep of `--server` has in it. */
  server: Extract<Policy, { kind: 'at-home' }>['server']
  /** Whether it only looks: no others are offered to agents. */
  isReadOnly?: boolean
  /** Whether it changes something: then it is waited for when it is to end, and says what became of it. */
  takesBack?: boolean
  run(
    context: Parameters<ToolSpec<English, Body, Result, { kind: 'offline' }, Event>['run']>[0] & Cut,
  ): ReturnType<ToolSpec<English, Body, Result, { kind: 'offline' }, Event>['run']>
}

/** Its signal fires when the command is to end: what it leaves behind is then taken back. */
type Cut = { readonly signal: AbortSignal }

export interface HomeTool extends NamedTool {
  readonly isReadOnly: boolean
  readonly takesBack: boolean
}

export function defineHomeTool<
  English extends Record<string, string>,
  Body extends TProperties,
  Result extends TProperties,
  Event extends TProperties = never,
>({ name, server, isReadOnly = false, takesBack = false, ...spec }: HomeSpec<English, Body, Result, Event>): HomeTool {
  const tool = {
    method: 'POST',
    path: `/home/${name}`,
    group: 'router',
    rank: 0,
    programs: [],
    good: null,
    short: null,
    details: [],
    deadlineMs: 0,
    weight: 0,
    policy: { kind: 'at-home', server },
    ...spec,
    body: closed({ ...spec.body, additionalProperties: false }),
    result: answerSchema(spec.result),
  }
  // A seam: as in the kit, the run gives each tool what its spec asked for.
  return { name, isReadOnly, takesBack, tool: Object.freeze(tool) as unknown as Tool }
}

export type HomeContext<English extends Record<string, string>> = Context<English> & Cut

/** A question to the doorstep that looks from outside. */
export interface AskedOutside {
  readonly tool: 'reachability' | 'port-check' | 'certificate-check'
  readonly body: Readonly<Record<string, unknown>>
  readonly locale: Locale
  readonly signal: AbortSignal
  /** The version of IP to ask over, which is the one that is then checked; by default the system's choice, and both for tools that take both. */
  readonly family?: 4 | 6
}

/** The answer of that doorstep: foreign, with its texts cleaned; or why there is none, in a sentence. */
export type SaidOutside = { readonly answer: Readonly<Record<string, unknown>> } | { readonly failure: string }

/** The port as the doorstep outside and its other places see it. */
export interface PlacesSeen {
  readonly seen: { readonly name: string; readonly said: string }[]
  readonly difference: string | null
  readonly headline: string
  /** The address at which some get through and others do not, and the names of those; null where there is none. */
  readonly split: { readonly ip: string; readonly keptOut: string } | null
}

/** The surroundings of a command at home. */
export interface HomeWorld {
  readonly sources: Sources
  /** The doorstep that looks from outside; null if none was named. */
  readonly outside: {
    readonly server: URL
    ask(question: AskedOutside): Promise<SaidOutside>
    /** Returns the versions of IP that its name has addresses of; where this is not known, it is asked once, over the system's choice. */
    families?(): Promise<readonly (4 | 6)[]>
    /** Returns its address of a version of IP; null if it has none. */
    address?(version: 4 | 6): Promise<string | null>
    /** Returns the UDP port at which it tells what it sees of a flow; null if it has none. */
    echoPort?(): Promise<number | null>
    /** Has its other places look at the port as well; absent where they are not to be asked. */
    places?(question: Pick<AskedOutside, 'body' | 'locale' | 'signal'>): Promise<PlacesSeen>
  } | null
}

/** Returns a server as it is typed after `--server`: a shell takes brackets and the like for its own. */
export function asTyped(server: URL): string {
  const url = server.href.replace(/\/$/, '')
  return /^[\w.:/%-]+$/.test(url) ? url : `'${url.replaceAll("'", '%27')}'`
}
