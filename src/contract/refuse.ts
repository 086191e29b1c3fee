import { Refusal } from './problem.ts'
import type { Locale, Slots, Text } from './text.ts'

/** The codes with which a tool may refuse a request itself; policies and schemas refuse everything else. */
export const REFUSAL_CODES = ['invalid-request', 'invalid-target', 'unknown-value'] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]
/** What a tool may say that it refuses with: those, and that this host cannot run its check. */
export type DeclaredCode = RefusalCode | 'unsupported-on-host'

interface Cause<Field extends string, Code> {
  /** The field at fault; a dot leads to a value inside it (`ports.0`). */
  readonly field: Field | `${Field}.${string}`
  readonly code: Code
  /** For `unknown-value`: similar values, best first, and all known ones. */
  readonly didYouMean?: readonly string[]
  readonly supported?: readonly string[]
}

/** Ends a run with a 4xx. The key names the sentence that says what to change. It throws, so nothing after it runs. */
export type Refuse<English extends Record<string, string>, Field extends string, Code = RefusalCode> = <
  Key extends keyof English & string,
>(
  key: Key,
  slots: Record<Slots<English[Key]>, string | number>,
  cause: Cause<Field, Code>,
) => never

export function refuseIn<English extends Record<string, string>>(text: Text<English>): Refuse<English, string> {
  return (key, slots, { code, ...particulars }) => {
    const detail = (locale: Locale) => text.say(locale, key, slots)
    const errors = code === 'invalid-request' ? { errors: [{ field: particulars.field, message: detail }] } : {}
    throw new Refusal(code, detail, { ...particulars, ...errors })
  }
}
