import { type Static, Type } from '@sinclair/typebox'
import type { Locale, Slots, Text } from './text.ts'
import type { ToolRequests } from './tool-requests.gen.ts'

/** The schema of a next action as it is sent. */
const SENT_ACTION = Type.Object({
  code: Type.String(),
  label: Type.String(),
  text: Type.String(),
  tool: Type.Optional(Type.String()),
  request: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  url: Type.Optional(Type.String()),
  asks: Type.Optional(Type.String()),
})

/**
 * A next step for a person or a script: a stable code, one or two sentences and, where it helps, a tool with the body to send to it, or what
 * to open in a browser on the person's own network; `asks` is the field that takes what the step finds, of that tool or of the one that answered. Its label for a button is looked up by its code before it is sent.
 */
export type NextAction = Omit<Static<typeof SENT_ACTION>, 'label'> & { label?: string }

/** One next step, as a field of a result. */
const NEXT_ACTION = Type.Unsafe<NextAction>(SENT_ACTION)

/**
 * The next steps for a person or a script, as the last field of a result.
 * @example
 * result: t.Object({ status: t.String(), nextActions: NEXT_ACTIONS })
 */
export const NEXT_ACTIONS = Type.Array(NEXT_ACTION)

/** A tool that takes the caller further, and a body that it accepts. */
export type FollowUp = {
  readonly [Tool in keyof ToolRequests]: { readonly tool: Tool; readonly request: ToolRequests[Tool] }
}[keyof ToolRequests]

/**
 * Names a tool and a body that it accepts; the compiler checks that they match.
 * @example
 * next('trace-route', { host }, followUp('traceroute', { host }))
 */
export function followUp<Tool extends keyof ToolRequests>(tool: Tool, request: ToolRequests[Tool]): FollowUp {
  // A seam: the compiler does not see that a tool with its request is one of these pairs.
  return { tool, request } as FollowUp
}

/** Makes a next action. Its code is the key of its sentence; what follows a dot there is a variant of the sentence alone. */
export type Next<English extends Record<string, string>> = <Key extends keyof English & string>(
  key: Key,
  slots: Record<Slots<English[Key]>, string | number>,
  followUp?: FollowUp,
) => NextAction

export function nextIn<English extends Record<string, string>>(text: Text<English>, locale: Locale): Next<English> {
  return (key, slots, followUp) => {
    const [code = key] = key.split('.')
    return { code, text: text.say(locale, key, slots), ...followUp }
  }
}

export function actionsIn(result: unknown): readonly NextAction[] {
  if (typeof result !== 'object' || result === null || !('nextActions' in result)) return []
  return Array.isArray(result.nextActions) ? result.nextActions : []
}
