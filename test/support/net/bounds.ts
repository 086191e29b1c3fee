import { type Bounds, Budget } from '../../../src/net/budget.ts'

/** Returns the bounds of a request that has spent nothing yet; without a signal of its own it never ends. */
export const freshBounds = (signal = new AbortController().signal): Bounds => ({ signal, budget: new Budget() })
