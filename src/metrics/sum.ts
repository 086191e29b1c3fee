import { added } from './metrics.ts'
import type { Samples } from './samples.ts'

/**
 * The metrics of several processes as those of one. The counts of a process are kept after its end: a sum that falls would look like a
 * restart of all, and everything counted so far as if it had just happened.
 */
export class Sum {
  private readonly latest = new Map<number, Samples>()
  /** The counts of the processes that have ended. */
  private past: Promise<Samples> = Promise.resolve([])

  hear(pid: number, samples: Samples): void {
    this.latest.set(pid, samples)
  }

  forget(pid: number): void {
    const counted = this.latest.get(pid)?.filter(({ type }) => COUNTED.some((each) => each === String(type)))
    this.latest.delete(pid)
    if (counted) this.past = this.past.then((past) => added([past, counted]).getMetricsAsJSON())
  }

  /** Prints the sum, with the samples of this process, in the format of Prometheus. */
  async print(own: Samples): Promise<string> {
    return await added([...this.latest.values(), own, await this.past]).metrics()
  }
}

/** The types of metrics that only grow. */
const COUNTED = ['counter', 'histogram']
