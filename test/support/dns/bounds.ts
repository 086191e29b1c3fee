import { Budget } from '../../../src/net/budget.ts'
import type { AskBounds } from '../../../src/net/dns/ask.ts'
import { SharedSockets } from '../../../src/net/dns/shared-sockets.ts'

/** Returns the bounds of a single question, which no budget ends. */
export function boundsOf(signal: AbortSignal, sockets = new SharedSockets()): AskBounds {
  return { signal, budget: new Budget(), spend: () => null, sockets }
}
