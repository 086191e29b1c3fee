import type { Static, TProperties } from '@sinclair/typebox'

/** The field of an answer that holds the finding, and the values that it has when all is well. */
export interface Good {
  readonly field: string
  readonly values: readonly (string | boolean)[]
}

/** A field of a result with the values that it has when all is well. */
type GoodFinding<Result extends TProperties> = {
  readonly [Field in keyof Result & string]: {
    readonly field: Field
    readonly values: readonly (Static<Result[Field]> & (string | boolean))[]
  }
}[keyof Result & string]

/** The field that says whether a target was reached, its values for yes and for no (any other says neither), and where the checked address stands. */
export interface Reach {
  readonly field: string
  readonly reached: readonly string[]
  readonly missed: readonly string[]
  /** The names of the fields that lead to the address. */
  readonly address: readonly string[]
}

/** A field of a result with the values that say whether the target was reached. */
type ReachFinding<Result extends TProperties> = {
  readonly [Field in keyof Result & string]: {
    readonly field: Field
    readonly reached: readonly (Static<Result[Field]> & string)[]
    readonly missed: readonly (Static<Result[Field]> & string)[]
    readonly address: readonly [keyof Result & string, ...string[]]
  }
}[keyof Result & string]

/** The field of an answer that a script wants, and the parts of it to print side by side; without parts, the field itself. */
export interface Short {
  readonly field: string
  readonly parts?: readonly string[]
}

type PartOf<Value> = Value extends readonly (infer Item)[] ? PartOf<Item> : Value extends object ? keyof Value & string : never

/** A field of a result, with parts that its objects have. */
type ShortField<Result extends TProperties> = {
  readonly [Field in keyof Result & string]: {
    readonly field: Field
    readonly parts?: readonly PartOf<NonNullable<Static<Result[Field]>>>[]
  }
}[keyof Result & string]

/** The parts of a definition that judge its result. */
export interface Judging<Result extends TProperties> {
  /** Which findings are good; any other makes its command exit with 1, and is marked on the page. Without it, no finding is bad. */
  good?: GoodFinding<Result>
  /** Which findings say that the target was reached, for the comparison of several servers. */
  reach?: ReachFinding<Result>
  /** The fields whose change is news to somebody who watches, in addition to those of `good` and `reach`. With none, every change of the result is. */
  news?: readonly (keyof Result & string)[]
  /** The one value that `--short` prints for a script. Without it, that of the field in `good`, or the headline. */
  short?: ShortField<Result>
}

/** Those parts as the registry knows them. */
export interface Judged {
  readonly good: Good | null
  readonly reach?: Reach
  readonly news?: readonly string[]
  readonly short: Short | null
}

/** Returns whether an answer says that all is well; null for a tool that has no bad finding, and before there is an answer. */
export function isGood(good: Good | null, answer: unknown): boolean | null {
  if (good === null || typeof answer !== 'object' || answer === null) return null
  const found = Object.entries(answer).find(([field]) => field === good.field)?.[1]
  return good.values.some((value) => value === found)
}
