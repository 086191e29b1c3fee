import { readdirSync, readFileSync } from 'node:fs'
import type { Registry } from 'prom-client'
import pkg from '../../package.json' with { type: 'json' }

/** The counters of a process, as they are sent to another. */
export type Samples = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** The sources that are read when the metrics are printed. */
export interface Sources {
  datasets(): readonly { readonly id: string; readonly buildDate: string; readonly origin: string }[]
  /** Returns whether the store of the limits answers; null if limits are kept in this process. */
  readonly limitStoreUp: (() => boolean) | null
}

/**
 * The metrics of a process, in numbers of our own: every request is counted, and the library takes longer to count one than it takes to answer it.
 * Only the printing is left to it.
 */
export class Metrics {
  private readonly requests = new RequestCounts()
  private readonly refusals = new Tally()
  private readonly findings = new Tally()
  private readonly ends = new Tally()
  private readonly lag = followLoop()
  /** The number of checks that reach out at the moment. */
  probesOpen = 0

  constructor(private readonly sources: Sources) {}

  /** Counts a request that has been answered; the tool is null if it was not for one. */
  answered(tool: string | null, status: number, code: string | null, elapsedMs: number): void {
    this.requests.count(tool, status, elapsedMs)
    if (code !== null) this.refusals.count({ code })
  }

  /** Counts a finding of a run. The caller guarantees that the words are of a closed set. */
  found(tool: string, status: string): void {
    this.findings.count({ tool, status })
  }

  /** Counts a finding on where packets to a port ended. The caller guarantees that the words are of a closed set. */
  ended(tool: string, verdict: string): void {
    this.ends.count({ tool, verdict })
  }

  print(): Promise<string> {
    return added([this.samples()]).metrics()
  }

  samples(): Samples {
    const { requests, refusals, findings, ends, sources, lag } = this
    return [
      metric(REQUESTS, 'counter', 'sum', requests.requests()),
      metric(DURATIONS, 'histogram', 'sum', requests.durations()),
      metric(['doorstep_refusals_total', 'Requests answered with a problem, by its code'], 'counter', 'sum', refusals.samples),
      metric(['doorstep_findings_total', 'Results of tools, by what they found'], 'counter', 'sum', findings.samples),
      metric(
        ['doorstep_where_total', 'Looks at where packets to a port end, by what they found'],
        'counter',
        'sum',
        ends.samples,
      ),
      metric(['doorstep_probes_open', 'Checks that reach out at the moment'], 'gauge', 'sum', this.probesOpen),
      ...dataSamples(sources.datasets()),
      ...(sources.limitStoreUp ? storeSamples(sources.limitStoreUp) : []),
      ...processSamples(lag()),
    ]
  }
}

function dataSamples(datasets: ReturnType<Sources['datasets']>): Samples {
  const timeOf = (day: string) => Date.parse(day) / 1000
  const ages = datasets.map(({ id, buildDate }) => ({
    labels: { dataset: id },
    value: Math.max(0, Date.now() / 1000 - timeOf(buildDate)),
  }))
  const days = datasets.map(({ id, origin, buildDate }) => ({ labels: { dataset: id, origin }, value: timeOf(buildDate) }))
  const help = 'The build date of each dataset, and where it is read from: embedded, data-dir or file'
  return [
    metric(['doorstep_data_age_seconds', 'Time since the build date of each dataset'], 'gauge', 'max', ages),
    metric(['doorstep_data_build_timestamp_seconds', help], 'gauge', 'max', days),
  ]
}

function processSamples(lagS: number): Samples {
  const { user, system } = process.cpuUsage()
  const version = [{ labels: { version: pkg.version }, value: 1 }]
  const help = 'The longest delay of the event loop within the last 15 to 30 seconds'
  return [
    metric(['doorstep_build_info', 'The version that runs; the value is always 1'], 'gauge', 'first', version),
    metric(['doorstep_event_loop_lag_seconds', help], 'gauge', 'max', lagS),
    metric(
      ['doorstep_process_resident_memory_bytes', 'Resident memory of the process'],
      'gauge',
      'sum',
      process.memoryUsage.rss(),
    ),
    metric(
      ['doorstep_process_cpu_seconds_total', 'User and system time of the process'],
      'counter',
      'sum',
      (user + system) / 1e6,
    ),
    ...descriptors(),
  ]
}

/** Adds up the samples of several processes, or of one, to print them. */
export function added(samples: Samples[]) {
  // A static import would load it in every parent of workers, even without metrics.
  const { AggregatorRegistry }: typeof import('prom-client') = require('prom-client')
  return AggregatorRegistry.aggregate(samples)
}

/** Returns the samples of a parent of several processes: only it knows the state of its store, and it does not serve requests. */
export function storeSamples(limitStoreUp: () => boolean): Samples {
  const help = 'Whether the store of the limits answers; without it each instance limits by itself'
  return [metric(['doorstep_limit_store_up', help], 'gauge', 'sum', limitStoreUp() ? 1 : 0)]
}

interface Sample {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number>>
  readonly metricName?: string
}

/**
 * Returns a metric, as the library writes it as JSON: one value, or one for each combination of labels. `aggregator` is how those of several processes
 * become one.
 */
export function metric(
  [name, help]: readonly [name: string, help: string],
  type: 'counter' | 'gauge' | 'histogram',
  aggregator: 'sum' | 'max' | 'first',
  values: number | readonly Sample[],
): Samples[number] {
  const samples = typeof values === 'number' ? [{ labels: {}, value: values }] : values
  // A seam: the library's type has its enum, which is not there until it is loaded.
  return { name, help, type, aggregator, values: samples } as unknown as Samples[number]
}

/** Counts by labels. */
class Tally {
  private readonly counts = new Map<string, Sample>()

  count(labels: Readonly<Record<string, string>>): void {
    const key = Object.values(labels).join(' ')
    this.counts.set(key, { labels, value: (this.counts.get(key)?.value ?? 0) + 1 })
  }

  get samples(): Sample[] {
    return [...this.counts.values()]
  }
}

const STEP_MS = 100
const WINDOW_MS = 15_000

/**
 * Follows the lag of the event loop. Returns a function that gives the longest delay of this window and the previous one, not since the
 * last call: several scrapers may ask, each at its own pace.
 */
function followLoop(): () => number {
  let [before, current] = [0, 0]
  let due = performance.now() + STEP_MS
  let windowEnd = due + WINDOW_MS
  const step = () => {
    const now = performance.now()
    if (now > windowEnd) {
      before = current
      current = 0
      windowEnd = now + WINDOW_MS
    }
    current = Math.max(current, now - due)
    due = now + STEP_MS
  }
  setInterval(step, STEP_MS).unref()
  return () => Math.max(before, current) / 1000
}

/** The buckets fit both a query of some milliseconds and a trace of 20 seconds. */
export const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
const BOUNDS_MS = BOUNDS_S.map((bound) => bound * 1000)
/** The label of a request that is not for a tool. */
const NO_TOOL = 'none'
const STATUS_END = 600

export const REQUESTS = ['doorstep_requests_total', 'Requests answered, by tool (none for other paths) and HTTP status'] as const
export const DURATIONS = [
  'doorstep_request_duration_seconds',
  'Time from the arrival of a request to the end of its answer',
] as const

/** The requests of one tool. */
class Counts {
  readonly byStatus = new Float64Array(STATUS_END)
  /** By the first bound that is not exceeded; the last is for those beyond all. */
  readonly byBound = new Float64Array(BOUNDS_MS.length + 1)
  totalMs = 0
}

/** The requests that were answered. */
export class RequestCounts {
  private readonly byTool = new Map<string, Counts>()

  count(tool: string | null, status: number, elapsedMs: number): void {
    const counts = this.countsOf(tool ?? NO_TOOL)
    counts.byStatus[status] = (counts.byStatus[status] ?? 0) + 1
    let bound = 0
    while (bound < BOUNDS_MS.length && elapsedMs > (BOUNDS_MS[bound] ?? 0)) bound++
    counts.byBound[bound] = (counts.byBound[bound] ?? 0) + 1
    counts.totalMs += elapsedMs
  }

  private countsOf(tool: string): Counts {
    const known = this.byTool.get(tool)
    if (known) return known
    const made = new Counts()
    this.byTool.set(tool, made)
    return made
  }

  requests(): Sample[] {
    return [...this.byTool].flatMap(([tool, { byStatus }]) =>
      [...byStatus.entries()].flatMap(([status, value]) =>
        value === 0 ? [] : [{ value, labels: { tool, status: `${status}` } }],
      ),
    )
  }

  durations(): Sample[] {
    return [...this.byTool].flatMap(([tool, { byBound, totalMs }]) => {
      let count = 0
      const buckets = [...byBound.entries()].map(([index, more]) => {
        count += more
        return named('bucket', count, { le: BOUNDS_S[index] ?? '+Inf', tool })
      })
      return [...buckets, named('sum', totalMs / 1000, { tool }), named('count', count, { tool })]
    })
  }
}

function named(part: string, value: number, labels: Sample['labels']): Sample {
  return { metricName: `${DURATIONS[0]}_${part}`, value, labels }
}

/** Returns how many descriptors are open, and how many may be; nothing if the system does not tell. */
function descriptors(): Samples {
  try {
    const open = readdirSync('/proc/self/fd').length
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    const limit = ['doorstep_process_max_fds', 'File descriptors that the process may have'] as const
    return [
      metric(['doorstep_process_open_fds', 'Open file descriptors of the process'], 'gauge', 'sum', open),
      ...(most === undefined ? [] : [metric(limit, 'gauge', 'sum', Number(most))]),
    ]
  } catch {
    return []
  }
}

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
