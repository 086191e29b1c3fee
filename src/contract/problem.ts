import type { TProperties } from '@sinclair/typebox'
import { problemText } from './problem.text.ts'
import { PROBLEM_STATUS, type ProblemCode } from './problem-status.ts'
import type { RefusalCode, Refusing } from './schema.ts'
import type { Locale, Slots, Text } from './text.ts'

export { PROBLEM_STATUS, type ProblemCode }

/** A sentence whose language is chosen later, by the request. */
export type Localized = (locale: Locale) => string

export interface FieldError {
  /** The name of the field, with dots between levels; empty for the body as a whole. */
  field: string
  message: Localized
}

interface Particulars {
  field?: string
  errors?: readonly FieldError[]
  /** For an unknown value: similar values, best first, and all known ones. */
  didYouMean?: readonly string[]
  supported?: readonly string[]
  headers?: Readonly<Record<string, string>>
  /** The status, where a face answers the code with another. */
  status?: number
  /** The seconds after which to ask again, and the resource that was short, if time will help. */
  retryAfterS?: number
  violated?: readonly Allowance[]
}

/** A request that is not accepted. It may be thrown anywhere, and becomes a problem body. */
export class Refusal extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly detail: Localized,
    readonly particulars: Particulars = {},
  ) {
    super(code)
  }

  get status(): number {
    return this.particulars.status ?? PROBLEM_STATUS[this.code]
  }
}

/** Returns the refusal of one field as an `invalid-request`. */
export function refusedField(field: string, detail: Localized): Refusal {
  return new Refusal('invalid-request', detail, { field, errors: [{ field, message: detail }] })
}

/** The body of a problem, RFC 9457. */
export interface Problem {
  type: string
  title: string
  status: number
  code: ProblemCode
  detail: string
  field?: string
  errors?: { field: string; message: string }[]
  didYouMean?: readonly string[]
  supported?: readonly string[]
  retryAfterS?: number
  violatedPolicies?: readonly string[]
  /** For an internal fault: finds its line in the log. */
  requestId?: string
}

export type ForeignProblemBody = Omit<Problem, 'code'> & { code: string }

/** A problem with its own words: of another doorstep, which is passed on as it is, or of a command at home. Its code may be none of ours. */
export class ForeignProblem extends Error {
  constructor(readonly problem: ForeignProblemBody) {
    super(problem.code)
  }
}

export function problemOf(refusal: Refusal, locale: Locale): Problem {
  const { code, status, particulars } = refusal
  const problem: Problem = {
    type: `urn:doorstep:problem:${code}`,
    title: problemText.say(locale, code, {}),
    status,
    code,
    detail: refusal.detail(locale),
  }
  if (particulars.field) problem.field = particulars.field
  if (particulars.errors) {
    problem.errors = particulars.errors.map(({ field, message }) => ({ field, message: message(locale) }))
  }
  if (particulars.didYouMean) problem.didYouMean = particulars.didYouMean
  if (particulars.supported) problem.supported = particulars.supported
  if (particulars.retryAfterS !== undefined) problem.retryAfterS = particulars.retryAfterS
  if (particulars.violated) problem.violatedPolicies = particulars.violated.map(({ policy }) => policy)
  return problem
}

/** The refusal that tells a caller about an internal fault no more than that it happened. */
export const internalFault = new Refusal('internal', (locale) => problemText.say(locale, 'internal-detail', {}))

/** The limits: weights of a client's requests, what a target gets from all clients, checks at once, all requests of a client, those that wait on one connection. */
export const LIMIT_POLICIES = ['client', 'target', 'concurrency', 'requests', 'pipeline'] as const
type LimitPolicy = (typeof LIMIT_POLICIES)[number]

/** An allowance, and the part of it that is left. */
export interface Allowance {
  readonly policy: LimitPolicy
  readonly quota: number
  /** The seconds in which this much is allowed; null if the limit is for a moment. */
  readonly windowS: number | null
  readonly remaining: number
  /** The seconds until all of it is there again; null if that cannot be known. */
  readonly resetS: number | null
}

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
