import { internalFault, type ProblemCode, Refusal } from '../../contract/problem.ts'
import { type Around, type Call, rescued } from './call.ts'
import type { SchemaError } from './validate.ts'

/** A bug in a tool: its answer breaks its own schema, or has a field that the schema does not declare. */
export class AnswerFault extends Error {
  constructor(
    what: string,
    readonly schemaError: SchemaError,
  ) {
    super(`${what} that does not match its schema: ${schemaError.field || 'the whole'}: ${schemaError.rule}`)
  }
}

/** A bug in a tool: it refuses a request with a code that is not declared. */
export class RefusalFault extends Error {
  constructor(name: string, code: ProblemCode) {
    super(
      `${name} refused a request with ${code}, which no field of its body says: write refusing(schema, '${code}') for the field at fault`,
    )
  }
}

/** A bug in the run of a tool, as reported to the operator. */
export type Fault = { readonly tool: string; readonly requestId?: string; readonly error: unknown } & Partial<SchemaError>

/**
 * Returns a wrapper for what runs throw, which is either the caller's fault or ours. Our faults are reported to the operator; the caller
 * learns that something went wrong, and nothing about our internals. It is the outermost wrapper, so that nothing but refusals reaches a
 * face.
 */
export function faultLog(tell: (fault: Fault) => void): Around {
  const fail = (tool: string, { requestId }: Call, thrown: unknown): never => {
    if (thrown instanceof Refusal) throw thrown
    tell({
      tool,
      ...(requestId && { requestId: requestId() }),
      ...(thrown instanceof AnswerFault && thrown.schemaError),
      error: thrown,
    })
    throw internalFault
  }
  return ({ name }, call, go) => rescued(go, (thrown) => fail(name, call, thrown))
}
