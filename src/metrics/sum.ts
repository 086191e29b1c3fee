import { loadPrometheus, type Samples } from './metrics.ts'

/**
 * The metrics of several processes as those of one. What a process has counted stays counted when it has ended: a sum that falls
 * would look as if all had been restarted, and everything counted so far as if it had just happened.
 */
export class Sum {
  private readonly latest = new Map<number, Samples>()
  /** Of the processes that have ended. */
  private past: Promise<Samples> = Promise.resolve([])

  hear(pid: number, samples: Samples): void {
    this.latest.set(pid, samples)
  }

  forget(pid: number): void {
    const counted = this.latest.get(pid)?.filter(({ type }) => COUNTED.some((each) => each === String(type)))
    this.latest.delete(pid)
    if (counted) this.past = this.past.then((past) => added([past, counted]).getMetricsAsJSON())
  }

  /** In the format of Prometheus, with what this process itself has to say. */
  async print(own: Samples): Promise<string> {
    return await added([...this.latest.values(), own, await this.past]).metrics()
  }
}

/** The types of metrics that only ever grow. */
const COUNTED = ['counter', 'histogram']

function added(samples: Samples[]) {
  return loadPrometheus().AggregatorRegistry.aggregate(samples)
}
