import type { TObject, TProperties } from '@sinclair/typebox'
import { answerSchema, closed } from '../contract/schema.ts'
import type { Policy } from '../policy/policies.ts'
import type { NamedTool } from '../registry/tools.ts'
import type { Context, Tool, ToolSpec } from '../tool.ts'

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

/** Fires when the command is to end: what it leaves behind is then taken back. */
interface Cut {
  readonly signal: AbortSignal
}

export interface HomeTool extends NamedTool {
  readonly isReadOnly: boolean
  readonly takesBack: boolean
}

/** Defines a command at home. */
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
