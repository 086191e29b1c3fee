import type { Static, TObject, TProperties } from '@sinclair/typebox'
import { cleanText, isRecord } from './clean.ts'

/** The fields that every answer of a tool starts with, in their order; `understood` only where something was read. */
export const ENVELOPE_FIELDS = ['tool', 'checkedAt', 'elapsedMs', 'headline', 'good', 'understood'] as const

/** Returns what an answer says that was read from what was pasted. */
export function understoodIn(answer: unknown): { readonly field: string; readonly value: string | number }[] {
  const { understood } = isRecord(answer) ? answer : {}
  return (Array.isArray(understood) ? understood : []).filter(
    ({ field, value } = {}) => typeof field === 'string' && typeof value !== 'object',
  )
}

/** Returns the finding in one sentence; null in what is not the answer of a tool, or comes from an earlier doorstep. */
export function headlineIn(answer: unknown): string | null {
  return isRecord(answer) && typeof answer.headline === 'string' ? answer.headline : null
}

/** Returns whether nothing has to be done, as the answer says; null where it says that nothing is known, and in what is not the answer of a tool. */
export function goodIn(answer: unknown): boolean | null {
  return isRecord(answer) && typeof answer.good === 'boolean' ? answer.good : null
}

/** The field of an answer that holds the finding, and the values that it has when all is well. */
export interface Good<Field = string, Value = string | boolean> {
  readonly field: Field
  readonly values: readonly Value[]
}

/** The field that says whether a target was reached, its values for yes and for no (any other says neither), and the fields that lead to the checked address. */
export interface Reach<Field = string, Value = string, Address = readonly string[]> {
  readonly field: Field
  readonly reached: readonly Value[]
  readonly missed: readonly Value[]
  readonly address: Address
}

/** The field of an answer that a script wants, and the parts of it to print side by side; two names with a colon are one part: both values where they differ. */
export interface Short<Field = string, Part = string> {
  readonly field: Field
  readonly parts?: readonly Part[]
}

type PartOf<Value> = Value extends readonly (infer Item)[] ? PartOf<Item> : Value extends object ? keyof Value & string : never
type Parts<Part extends string> = Part | `${Part}:${Part}`

type Name<Result> = keyof Result & string
type GoodFinding<Result extends TProperties> = {
  [Field in Name<Result>]: Good<Field, Static<Result[Field]> & (string | boolean)>
}[Name<Result>]
type ReachFinding<Result extends TProperties> = {
  [Field in Name<Result>]: Reach<Field, Static<Result[Field]> & string, readonly [Name<Result>, ...string[]]>
}[Name<Result>]
type ShortField<Result extends TProperties> = {
  [Field in Name<Result>]: Short<Field, Parts<PartOf<NonNullable<Static<Result[Field]>>>>>
}[Name<Result>]

/** The parts of a definition that judge its result. */
export interface Judging<Result extends TProperties> {
  /** Which findings are good. Any other is bad unless it says that nothing is known; without this field, what was answered is good. */
  good?: GoodFinding<Result>
  /** Says whether a result is good where that field alone does not tell; undefined where it does. */
  judge?(result: Static<TObject<Result>>): boolean | null | undefined
  /** Which findings say that the target was reached, for the comparison of several places. */
  reach?: ReachFinding<Result>
  /** The values that answers of several places are compared by, beside the finding. */
  compares?: ShortField<Result>
  /** The fields whose change is news to somebody who watches, in addition to those of `good` and `reach`. With none, every change of the result is. */
  news?: readonly (keyof Result & string)[]
  /** The one value that `--short` prints for a script. Without it, that of the field in `good`, or the headline. */
  short?: ShortField<Result>
}

/** Those parts as the registry knows them. */
export interface Judged {
  readonly good: Good | null
  judge?(result: unknown): boolean | null | undefined
  readonly reach?: Reach
  readonly compares?: Short
  readonly news?: readonly string[]
  readonly short: Short | null
}

/** The words with which tools say that nothing is known. */
const UNKNOWN: readonly unknown[] = ['error', 'cannot-tell', 'unknown', 'unavailable']
/** The reasons for which this server did not look, or not to the end, whichever layer it was looking at. */
const OWN_REASONS: readonly unknown[] = ['rate-limited', 'budget-exceeded', 'out-of-time']

/** Returns whether nothing has to be done about a result; null where nothing was learnt, which is never bad: no way, no permission, no time or nothing left to send. */
export function judgeResult({ good, judge }: Pick<Judged, 'good' | 'judge'>, result: object): boolean | null {
  const told = judge?.(result)
  if (told !== undefined) return told
  const { failedLayer, reason, ...found }: Readonly<Record<string, unknown>> = { ...result }
  const value = good && (found[good.field] ?? null)
  if (good?.values.some((one) => one === value)) return true
  if (failedLayer === 'local' || OWN_REASONS.includes(reason)) return null
  if (good === null) return true
  return value === null || UNKNOWN.includes(value) ? null : false
}

/** Returns where a tool has its one value: the field that it names, otherwise the one that it is judged by; null for one that has neither. */
export function shortOf({ short, good }: Pick<Judged, 'short' | 'good'>): Short | null {
  return short ?? (good && { field: good.field })
}

/** Returns the one value of an answer for a script, a line for each entry of a list, none for what is not known. The answer may come from another doorstep, and hold anything. */
export function shortLines(tool: Pick<Judged, 'short' | 'good'>, answer: unknown): readonly string[] {
  const short = shortOf(tool)
  if (typeof answer === 'string') return [cleanText(answer.trim())]
  if (short === null) return [headlineIn(answer)].filter((line) => line !== null).map(cleanText)
  const { field, parts } = short
  const value = partOf(answer, field)
  return (Array.isArray(value) ? value : [value]).flatMap((entry) => {
    const shown = parts ? parts.map((part) => part.split(':').map((name) => partOf(entry, name))) : [[entry]]
    return shown.flat().every(isScalar) ? [cleanText(shown.map((one) => [...new Set(one)].join(':')).join(' '))] : []
  })
}

/** Returns the one value in one line, however many parts it has; the line is empty where nothing is known. */
export function shortLine(tool: Pick<Judged, 'short' | 'good'>, answer: unknown): string {
  return `${shortLines(tool, answer).join(' ')}\n`
}

function partOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
  return Object.getOwnPropertyDescriptor(value, name)?.value ?? null
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
