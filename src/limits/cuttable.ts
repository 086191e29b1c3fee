import type { Refusal } from '../contract/problem.ts'
import { onAbort } from '../platform/deadline.ts'

/** A run that ends with a refusal as soon as it is cut, whatever it waits for. Its signal fires then, and when `outer` does. */
export class Cuttable {
  private readonly over = new AbortController()
  private readonly refused = Promise.withResolvers<never>()

  constructor(private readonly outer: AbortSignal) {}

  readonly cut = (refusal: Refusal): void => {
    this.refused.reject(refusal)
    // A run that looks at the reason knows that what it finds from now on is not a finding.
    this.over.abort(refusal)
  }

  async run<Result>(go: (signal: AbortSignal) => Result | Promise<Result>): Promise<Result> {
    const { outer, over, refused } = this
    const forget = onAbort(outer, () => over.abort(outer.reason))
    try {
      return await Promise.race([refused.promise, go(over.signal)])
    } finally {
      forget()
    }
  }
}
