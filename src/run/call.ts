import type { Locale } from '../contract/text.ts'
import type { Caller } from '../policy/caller.ts'
import type { NamedTool } from '../registry/tools.ts'

/** Through which of our faces somebody calls. */
export type Face = 'http' | 'web' | 'cli' | 'mcp'

/** What a tool is asked, by whom, and until when. */
export interface Call {
  /** Not yet held against any schema. A query takes `NO_BODY`. */
  readonly body: unknown
  readonly caller: Caller
  readonly locale: Locale
  /** Fires when nobody waits for the outcome any more. */
  readonly signal: AbortSignal
  readonly face: Face
  /** What the log calls the request, where there is one. */
  requestId?(): string
  /** Hears of what happens on the way, where somebody listens. */
  report?(event: unknown): void
}

export const NO_BODY: object = Object.freeze({})

/** What came of a call. */
export interface Outcome {
  readonly result: unknown
  /** The result behind the fields that every answer of a tool starts with; that of a query stands for itself. */
  readonly answer: unknown
}

/** What only computes has its outcome at once: a query has no promise in its way. */
export type Eventually<Value> = Value | Promise<Value>

/**
 * What surrounds every run: it may refuse, count, time, log, or look at the outcome. `go` runs what it surrounds, for the
 * same call unless it is given another.
 */
export type Around = (tool: NamedTool, call: Call, go: (call?: Call) => Eventually<Outcome>) => Eventually<Outcome>

/** Does something with an outcome as soon as it is there. */
export function afterwards<Value, Next>(value: Eventually<Value>, next: (value: Value) => Next): Eventually<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}
