import type { Allowance } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import type { Caller } from '../../policy/caller.ts'
import type { NamedTool } from '../registry/tools.ts'

type Face = 'http' | 'web' | 'cli' | 'mcp'

/** A request to a tool: its body, its caller and its deadline. */
export interface Call {
  /** Not yet checked against any schema. A query takes `NO_BODY`. */
  readonly body: unknown
  readonly caller: Caller
  readonly locale: Locale
  /** The values that were read from what was pasted, if any, each with its field. */
  readonly understood?: readonly { readonly field: string; readonly value: string | number }[]
  /** A second language in which the answer is also wanted. */
  readonly alsoIn?: Locale
  /** Fires when the caller no longer waits for the outcome. */
  readonly signal: AbortSignal
  readonly face: Face
  /** The time after which the caller no longer waits, where it said so; the tool may have less. */
  readonly deadlineMs?: number
  /** Returns the name of the request in the log, if there is one. */
  requestId?(): string
  /** Receives events while the tool runs, if anybody listens. */
  report?(event: unknown): void
  /** The amount that was charged to the caller before this call was looked at; its own weight is less by so much. */
  readonly prepaid?: number
  /** Hears what is left to the caller, where this call counts. */
  counted?(allowance: Allowance): void
  /**
   * Is called before anything is sent for this call, as often as one likes: the first time it takes what the call weighs from
   * what is left to the caller. Throws a Refusal where that is too little.
   */
  charge?(): Eventually<void>
}

export const NO_BODY: object = Object.freeze({})

export interface Outcome {
  readonly result: unknown
  /** The result, after the fields that every answer of a tool starts with; for a query, the result itself. */
  readonly answer: unknown
  /** The answer as JSON, where it is at hand: then asking for it costs less than asking for the answer. */
  readonly json?: string
  /** The answer in the second language, where that was asked for and could be said. */
  readonly retold?: object
}

/** A query only computes, so its outcome is there at once, without a promise. */
export type Eventually<Value> = Value | Promise<Value>

/**
 * Surrounds every run: it may refuse, count, time, log, or look at the outcome. `go` runs what it surrounds, for the
 * same call unless it is given another one.
 */
export interface Around {
  (tool: NamedTool, call: Call, go: (call?: Call) => Eventually<Outcome>): Eventually<Outcome>
  /** Returns whether it does anything for the runs of a tool, which otherwise go without it; absent if it does for all. */
  readonly concerns?: (tool: NamedTool) => boolean
}

/** Passes on a value as soon as it is there, without a promise where there is none. */
export function afterwards<Value, Next>(value: Eventually<Value>, next: (value: Value) => Eventually<Next>): Eventually<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Returns what a function gives; `rescue` takes whatever it throws, at once or later, and gives another value or throws. */
export function rescued<Value>(run: () => Eventually<Value>, rescue: (thrown: unknown) => Value): Eventually<Value> {
  try {
    const value = run()
    return value instanceof Promise ? value.catch(rescue) : value
  } catch (thrown) {
    return rescue(thrown)
  }
}
