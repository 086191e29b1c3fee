import type { ProblemCode } from '../fields.ts'

/** The weight of a problem: "unclear" leaves open whether an order would succeed, "warning" does not. */
export type Severity = 'error' | 'unclear' | 'warning'

/** A thing that stands in the way of a method, with what its sentence needs. */
export interface Problem {
  readonly code: ProblemCode
  readonly severity: Severity
  readonly address: string | null
  /** Particulars for the sentence: a port, a URL, a name server, an issuer ... `kind` is the variant of the sentence. */
  readonly slots: Slots
}

export type Slots = Readonly<Record<string, string | number>>

/** Returns a problem of the name itself. */
export function ofName(code: ProblemCode, severity: Severity, slots: Slots = {}): Problem {
  return { code, severity, address: null, slots }
}

/** Returns the same problem with another weight. */
export function weighed(problem: Problem, severity: Severity): Problem {
  return { ...problem, severity }
}
