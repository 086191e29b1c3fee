import { internalFault, Refusal } from '../contract/problem.ts'
import { AnswerFault } from './answer.ts'
import type { Around, Eventually, Outcome } from './call.ts'
import type { Misfit } from './validate.ts'

/** A fault of ours in the run of a tool, as the operator is told of it. */
export type Fault = { readonly tool: string; readonly error: unknown } & Partial<Misfit>

/**
 * What is thrown at a caller is its own fault or ours. Ours the operator learns of; the caller learns that it happened, and nothing of our inside. Outermost,
 * so that nothing but refusals reaches a face.
 */
export function faultLog(tell: (fault: Fault) => void): Around {
  return ({ name }, _, go) => {
    const fail = (thrown: unknown): never => {
      if (thrown instanceof Refusal) throw thrown
      tell({ tool: name, ...(thrown instanceof AnswerFault && thrown.misfit), error: thrown })
      throw internalFault
    }
    return orElse(go, fail)
  }
}

/** Without a promise where there is none. */
function orElse(go: () => Eventually<Outcome>, fail: (thrown: unknown) => never): Eventually<Outcome> {
  try {
    const outcome = go()
    return outcome instanceof Promise ? outcome.catch(fail) : outcome
  } catch (thrown) {
    return fail(thrown)
  }
}
