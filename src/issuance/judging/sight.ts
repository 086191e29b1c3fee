import { type AddressFacts, NO_ANSWERS, type NoAnswer } from '../facts.ts'
import type { ProblemCode } from '../fields.ts'

/**
 * The meaning of one address to an authority that takes it. "dead": the connection failed, so that it may take an address of the other
 * family; "idle": the device was reached and nothing listens yet; "wrong": it was answered, and not as it has to be; "unclear": either may be.
 */
export interface Sight {
  readonly facts: AddressFacts
  readonly state: 'good' | 'dead' | 'idle' | 'wrong' | 'unclear'
  /** The reasons of the state, then remarks. */
  readonly problems: readonly Problem[]
}

/** The particulars of a request for which the sights of addresses are made. */
export interface Viewing {
  readonly port: number
  /** Whether the answer of somebody else to a challenge of the key counts: not if the key belongs to the other port. */
  readonly isKeyed: 'yes' | 'maybe' | 'no'
}

/** Returns a sight of one problem, from whose weight the state follows if it is not given. */
export function sightOf(facts: AddressFacts, problem: Problem, state?: 'dead' | 'idle'): Sight {
  return { facts, state: state ?? (problem.severity === 'error' ? 'wrong' : 'unclear'), problems: [problem] }
}

export function goodSight(facts: AddressFacts): Sight {
  return { facts, state: 'good', problems: [] }
}

export function ofAddress({ address }: AddressFacts, code: ProblemCode, severity: Severity, slots: Slots): Problem {
  return { code, severity, address: address.text, slots }
}

/** The reasons of a server without a way to an address, such as one without IPv6. */
const NO_WAY = ['network-unreachable', 'host-unreachable', 'no-source-address', 'family-unsupported']

/** Returns the sight of an address that this server did not ask: by its rules, or because it could not. */
export function unaskedSight(facts: AddressFacts, port: number, kind: string | null = null): Sight {
  return sightOf(facts, ofAddress(facts, 'address-not-checked', 'unclear', { port, ...(kind ? { kind } : {}) }))
}

/** Returns why this server could not ask; null if its rules forbid it. */
function kindOfLimit(reason: string | null): string | null {
  if (reason === 'not-allowed') return null
  if (reason === 'rate-limited') return 'limited'
  return NO_WAY.includes(reason ?? '') ? 'no-way' : 'unfinished'
}

/** Returns whether an outcome is that of a connection which was not made. */
export function isNoAnswer(outcome: string): outcome is NoAnswer {
  return NO_ANSWERS.some((one) => one === outcome)
}

/** The parts of a finding that a connection without an answer has. */
interface Unanswered {
  readonly outcome: NoAnswer
  readonly reason: string | null
  readonly where: { readonly verdict: string } | null
}

/** Returns the sight of an address that accepted no connection. */
export function deadSight(facts: AddressFacts, { outcome, reason, where }: Unanswered, port: number, url: string): Sight {
  if (outcome === 'limited') return unaskedSight(facts, port, kindOfLimit(reason))
  // The device itself refused: a client that opens the port for the order would be reached.
  const isReached = outcome === 'refused' && where?.verdict === 'refused-by-device'
  const code = outcome === 'refused' ? 'address-refused' : 'address-silent'
  const kind = isReached ? 'rule' : facts.isRequester ? 'own' : outcome === 'unreachable' ? outcome : null
  const slots = { port, url, outcome, where: where?.verdict ?? '', ...(kind ? { kind } : {}) }
  return sightOf(facts, ofAddress(facts, code, isReached ? 'unclear' : 'error', slots), isReached ? 'idle' : 'dead')
}

/** Returns the sight of an address where something answered that does not know the key; null if that says nothing. */
export function strangeSight(facts: AddressFacts, { port, isKeyed }: Viewing, slots: Slots): Sight | null {
  if (isKeyed === 'no') return null
  const severity = isKeyed === 'yes' ? 'error' : 'unclear'
  return sightOf(facts, ofAddress(facts, 'challenge-page-caught', severity, { port, ...slots, kind: 'someone-else' }))
}

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

export function ofName(code: ProblemCode, severity: Severity, slots: Slots = {}): Problem {
  return { code, severity, address: null, slots }
}

/** Returns the same problem with another weight. */
export function weighed(problem: Problem, severity: Severity): Problem {
  return { ...problem, severity }
}
