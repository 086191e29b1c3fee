import { type Static, Type } from '@sinclair/typebox'
import type { Locale, Slots, Text } from './text.ts'

/** What a person or a script can do next: a stable code, a sentence, and where it helps a tool with the body to post to it. */
const NEXT_ACTION = Type.Object({
  code: Type.String(),
  text: Type.String(),
  tool: Type.Optional(Type.String()),
  request: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
export type NextAction = Static<typeof NEXT_ACTION>

export const NEXT_ACTIONS = Type.Array(NEXT_ACTION)

/** A tool that takes the user further, and the body to post to it. */
export interface Follow {
  readonly tool: string
  readonly request: Record<string, unknown>
}

/** Makes a next action: its code is the key of its sentence. */
export type Next<English extends Record<string, string>> = <Code extends keyof English & string>(
  code: Code,
  slots: Record<Slots<English[Code]>, string | number>,
  follow?: Follow,
) => NextAction

export function nextIn<English extends Record<string, string>>(text: Text<English>, locale: Locale): Next<English> {
  return (code, slots, follow) => ({ code, text: text.say(locale, code, slots), ...follow })
}
