import { Budget } from '../../../src/net/budget.ts'
import type { AskBounds } from '../../../src/net/dns/ask.ts'

/** Query names for tests. In the product only the policy makes them, after it has judged them. */
export { mintQueryName as queryName } from '../../../src/policy/target.ts'

/** Returns the bounds of a single question, which no budget ends. */
export function boundsOf(signal: AbortSignal): AskBounds {
  return { signal, budget: new Budget(), spend: () => null }
}
