import { loginAdvice } from '../../../src/advice/index.ts'
import { loginFactsOf, loginRouteFrom } from '../../../src/router/index.ts'

/** Returns a whole answer of router-login-route: its fields, its situation and its steps. */
export function loginRouteOf(...asked: Parameters<typeof loginFactsOf>) {
  const facts = loginFactsOf(...asked)
  return { ...loginRouteFrom(facts), ...loginAdvice(facts) }
}
