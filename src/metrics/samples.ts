import type { Registry } from 'prom-client'

/** The metrics of a process, as the library writes them in JSON, and as they are sent to another process. */
export type Samples = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export interface Sample {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number>>
  readonly metricName?: string
}

/** One value, or one for each combination of labels. */
type Values = number | readonly Sample[]

/** Returns a metric that only grows; those of several processes are added. */
export function counter(name: string, help: string, values: Values, type: 'counter' | 'histogram' = 'counter'): Samples[number] {
  return metric({ name, help, type, aggregator: 'sum', values })
}

/** Returns a metric of a state; `aggregator` is how those of several processes become one. */
export function gauge(name: string, help: string, values: Values, aggregator: 'sum' | 'max' | 'first' = 'sum'): Samples[number] {
  return metric({ name, help, type: 'gauge', aggregator, values })
}

function metric({ values, ...rest }: { readonly values: Values } & Readonly<Record<string, unknown>>): Samples[number] {
  const samples = typeof values === 'number' ? [{ labels: {}, value: values }] : values
  // A seam: the library's type has its enum, which is not there until it is loaded.
  return { ...rest, values: samples } as unknown as Samples[number]
}

/** Adds up the samples of several processes, or of one, to print them. */
export function added(samples: Samples[]) {
  // A static import would load it in every parent of workers, even without metrics.
  const { AggregatorRegistry }: typeof import('prom-client') = require('prom-client')
  return AggregatorRegistry.aggregate(samples)
}

/** The types of metrics that only grow. */
const COUNTED = ['counter', 'histogram']

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
    const counted = this.latest.get(pid)?.filter(({ type }) => COUNTED.includes(String(type)))
    this.latest.delete(pid)
    if (counted) this.past = this.past.then((past) => added([past, counted]).getMetricsAsJSON())
  }

  /** Prints the sum, with the samples of this process, in the format of Prometheus. */
  async print(own: Samples): Promise<string> {
    return await added([...this.latest.values(), own, await this.past]).metrics()
  }
}
