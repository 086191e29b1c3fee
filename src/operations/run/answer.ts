import type { TSchema } from '@sinclair/typebox'
import { Refusal } from '../../contract/problem.ts'
import { closed } from '../../contract/schema.ts'
import { refusalCodesOf } from '../registry/describe.ts'
import type { NamedTool } from '../registry/tools.ts'
import { type Around, afterwards, type Outcome, rescued } from './call.ts'
import { AnswerFault, RefusalFault } from './faults.ts'
import { type Compiles, compileFor, schemaErrorFinder } from './validate.ts'

/**
 * Checks what tools answer and report against their schemas, and that they refuse only with codes that are published. For tests and development: a released server sends answers unchecked.
 */
export function answerChecks(tools: readonly NamedTool[], compiles: Compiles = 'at-once'): Around {
  const checks = new Map(tools.map((named) => [named.name, checksOf(named, compiles)]))
  return ({ name }, call, go) => {
    const check = checks.get(name)?.()
    if (!check) throw new Error(`no answer checks for ${name}`)
    const report = (event: unknown) => {
      check.event(event)
      call.report?.(event)
    }
    const checkedRefusal = (thrown: unknown): never => {
      // A caller on the command line has no address, and tools that need one refuse.
      const isKnown = !(thrown instanceof Refusal) || call.face !== 'http' || check.codes.has(thrown.code)
      throw isKnown ? thrown : new RefusalFault(name, thrown.code)
    }
    const checkedOutcome = (outcome: Outcome) => {
      check.answer(outcome.answer)
      if (outcome.retold) check.answer(outcome.retold)
      if (outcome.json !== undefined && outcome.json !== JSON.stringify(outcome.answer))
        throw new Error(`${name} joined what is not one object`)
      return outcome
    }
    return rescued(() => afterwards(go({ ...call, report }), checkedOutcome), checkedRefusal)
  }
}

function checksOf({ name, tool }: NamedTool, compiles: Compiles) {
  const { result, event } = tool
  return compileFor(name, compiles, () => ({
    codes: refusalCodesOf(tool),
    answer: answerCheck(`${name} gave a result`, result),
    event: event ? answerCheck(`${name} reported an event`, event) : () => {},
  }))
}

/** Checks a value against a schema as it will be sent: JSON has neither NaN nor undefined. */
export function answerCheck(what: string, schema: TSchema): (value: unknown) => void {
  const find = schemaErrorFinder(closed(schema))
  return (value) => {
    const schemaError = find(JSON.parse(JSON.stringify(value) ?? 'null'))
    if (schemaError) throw new AnswerFault(what, schemaError)
  }
}
