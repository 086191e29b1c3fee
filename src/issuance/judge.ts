import type { Facts } from './facts.ts'
import type { Method, MethodVerdict, ProblemCode } from './fields.ts'

/** A thing that stands in the way of a method, with what its sentence needs. */
export interface Problem {
  readonly code: ProblemCode
  readonly severity: 'error' | 'warning'
  readonly address: string | null
  /** Particulars for the sentence: a port, a URL, a name server, an issuer ... */
  readonly slots: Readonly<Record<string, string | number>>
}

export interface MethodJudgement {
  readonly method: Method
  readonly verdict: MethodVerdict
  readonly problems: readonly Problem[]
}

export interface Judgement {
  readonly methods: readonly MethodJudgement[]
  /** The method to use; null if none would work. */
  readonly best: Method | null
}

/** Returns whether each method would work, and what stands in its way. */
export function judgeIssuance(_facts: Facts, methods: readonly Method[]): Judgement {
  return { methods: methods.map((method) => ({ method, verdict: 'cannot-tell', problems: [] })), best: null }
}
