import { internalFault, Refusal } from '../contract/problem.ts'
import { AnswerFault } from './answer.ts'
import type { Around, Call } from './call.ts'
import type { Misfit } from './validate.ts'

/** A fault of ours in the run of a tool, as the operator is told of it. */
export type Fault = { readonly tool: string; readonly requestId?: string; readonly error: unknown } & Partial<Misfit>

/**
 * What is thrown at a caller is its own fault or ours. Of ours the operator is told; the caller learns that it happened, and
 * nothing of our inside. It stands outermost, so that nothing but refusals reaches a face.
 */
export function faultLog(tell: (fault: Fault) => void): Around {
  const fail = (tool: string, { requestId }: Call, thrown: unknown): never => {
    if (thrown instanceof Refusal) throw thrown
    tell({
      tool,
      ...(requestId && { requestId: requestId() }),
      ...(thrown instanceof AnswerFault && thrown.misfit),
      error: thrown,
    })
    throw internalFault
  }
  // Without a promise where there is none.
  return ({ name }, call, go) => {
    try {
      const outcome = go()
      return outcome instanceof Promise ? outcome.catch((thrown) => fail(name, call, thrown)) : outcome
    } catch (thrown) {
      return fail(name, call, thrown)
    }
  }
}
