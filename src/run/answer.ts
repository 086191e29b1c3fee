import type { TSchema } from '@sinclair/typebox'
import { closed } from '../contract/schema.ts'
import type { NamedTool } from '../registry/tools.ts'
import { type Around, afterwards } from './call.ts'
import { compileFor, type SchemaError, schemaErrorFinder } from './validate.ts'

/** A bug in a tool: its answer breaks its own schema, or has a field that the schema does not declare. */
export class AnswerFault extends Error {
  constructor(
    what: string,
    readonly schemaError: SchemaError,
  ) {
    super(`${what} that does not match its schema: ${schemaError.field || 'the whole'}: ${schemaError.rule}`)
  }
}

/**
 * Checks what tools answer and report against their schemas. For tests and development: a released server sends answers unchecked.
 */
export function answerChecks(tools: readonly NamedTool[]): Around {
  const checks = new Map(tools.map((named) => [named.name, checksOf(named)]))
  return ({ name }, call, go) => {
    const check = checks.get(name)
    if (!check) throw new Error(`no answer checks for ${name}`)
    const report = (event: unknown) => {
      check.event(event)
      call.report?.(event)
    }
    return afterwards(go({ ...call, report }), (outcome) => {
      check.answer(outcome.answer)
      return outcome
    })
  }
}

function checksOf({ name, tool: { result, event } }: NamedTool) {
  return compileFor(name, () => ({
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
