import type { TProperties } from '@sinclair/typebox'
import { Refusal } from './problem.ts'
import type { RefusalCode, Refusing } from './schema.ts'
import type { Locale, Slots, Text } from './text.ts'

/** The codes with which a field may be refused: that of its schema, and those that `refusing` gives it. */
type CodesOf<Schema> = 'invalid-request' | (Schema extends Refusing<infer Code> ? Code : never)

type Cause<Body extends TProperties> = {
  readonly [Field in keyof Body & string]: {
    /** The field at fault; a dot leads to a value inside it (`ports.0`). */
    readonly field: Field | `${Field}.${string}`
    readonly code: CodesOf<Body[Field]>
    /** For `unknown-value`: similar values, best first, and all known ones. */
    readonly didYouMean?: readonly string[]
    readonly supported?: readonly string[]
  }
}[keyof Body & string]

/** Ends a run with a 4xx. The key names the sentence that says what to change. It throws, so nothing after it runs. */
export type Refuse<English extends Record<string, string>, Body extends TProperties> = <Key extends keyof English & string>(
  key: Key,
  slots: Record<Slots<English[Key]>, string | number>,
  cause: Cause<Body>,
) => never

interface AnyCause {
  readonly field: string
  readonly code: RefusalCode | 'invalid-request'
}

export function refuseIn<English extends Record<string, string>>(text: Text<English>) {
  return <Key extends keyof English & string>(
    key: Key,
    slots: Record<Slots<English[Key]>, string | number>,
    { code, ...particulars }: AnyCause,
  ): never => {
    const detail = (locale: Locale) => text.say(locale, key, slots)
    const errors = code === 'invalid-request' ? { errors: [{ field: particulars.field, message: detail }] } : {}
    throw new Refusal(code, detail, { ...particulars, ...errors })
  }
}
