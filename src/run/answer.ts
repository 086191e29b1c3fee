import type { TSchema } from '@sinclair/typebox'
import { closed } from '../contract/schema.ts'
import { type Misfit, misfitFinder } from './validate.ts'

/** A fault of a tool: what it says breaks its own schema, or has a field that the schema does not name. */
export class AnswerFault extends Error {
  constructor(
    what: string,
    readonly misfit: Misfit,
  ) {
    super(`${what} that does not fit its schema: ${misfit.field || 'the whole'}: ${misfit.rule}`)
  }
}

/**
 * Holds what a tool says against its schema, as it will be sent: JSON knows neither NaN nor undefined. Only where we are
 * tested and developed: callers are served what there is.
 */
export function answerCheck(what: string, schema: TSchema, isOn: boolean): (value: unknown) => void {
  if (!isOn) return () => {}
  const find = misfitFinder(closed(schema))
  return (value) => {
    const misfit = find(JSON.parse(JSON.stringify(value) ?? 'null'))
    if (misfit) throw new AnswerFault(what, misfit)
  }
}
