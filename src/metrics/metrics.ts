import { readdirSync, readFileSync } from 'node:fs'
import type { Gauge, Registry } from 'prom-client'
import pkg from '../../package.json' with { type: 'json' }

/** The counters of a process, as they are sent to another. */
export type Samples = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** The sources that are read when the metrics are printed. */
export interface Sources {
  /** Returns the build date of each dataset in use. */
  datasets(): readonly { readonly id: string; readonly buildDate: string; readonly origin: string }[]
  /** Returns whether the store of the limits answers; null if limits are kept in this process. */
  readonly limitStoreUp: (() => boolean) | null
}

export interface Metrics {
  /** Counts a request that has been answered; the tool is null if it was not for one. */
  answered(tool: string | null, status: number, code: string | null, elapsedMs: number): void
  /** Counts a finding of a run. The caller guarantees that the words are of a closed set. */
  found(tool: string, status: string): void
  /** Counts a finding on where packets to a port ended. The caller guarantees that the words are of a closed set. */
  ended(tool: string, verdict: string): void
  /** The number of checks that reach out at the moment. */
  readonly probesOpen: Pick<Gauge, 'inc' | 'dec'>
  /** Prints the format that Prometheus reads. */
  print(): Promise<string>
  samples(): Promise<Samples>
}

/** Opens the metrics. The library is loaded only here, so that it costs nothing without metrics. */
export function openMetrics(sources: Sources): Metrics {
  const prometheus = loadPrometheus()
  const registry = new prometheus.Registry()
  const requests = new RequestCounts()
  const [total, durations] = [new prometheus.Counter(REQUESTS), new prometheus.Histogram(DURATIONS)]
  const { refusals, findings, ends } = addFindings(prometheus, registry)
  const probesOpen = addProbes(prometheus, registry)
  addInfo(prometheus, registry)
  addSources(prometheus, registry, sources)
  addLoop(prometheus, registry)
  addProcess(prometheus, registry)
  const samples = async (): Promise<Samples> => [
    { ...(await total.get()), values: requests.requests() },
    { ...(await durations.get()), values: requests.durations() },
    ...(await registry.getMetricsAsJSON()),
  ]
  return {
    answered(tool, status, code, elapsedMs) {
      requests.count(tool, status, elapsedMs)
      if (code !== null) refusals.inc({ code })
    },
    found: (tool, status) => findings.inc({ tool, status }),
    ended: (tool, verdict) => ends.inc({ tool, verdict }),
    probesOpen,
    print: async () => added([await samples()]).metrics(),
    samples,
  }
}

/** Adds up the samples of several processes, or of one, to print them. */
export function added(samples: Samples[]) {
  return loadPrometheus().AggregatorRegistry.aggregate(samples)
}

/** Returns the samples of a parent of several processes: only it knows the state of its store, and it does not serve requests. */
export function storeSamples(limitStoreUp: () => boolean): Promise<Samples> {
  const prometheus = loadPrometheus()
  const registry = new prometheus.Registry()
  addStore(prometheus, registry, limitStoreUp)
  return registry.getMetricsAsJSON()
}

type Prometheus = typeof import('prom-client')

function loadPrometheus(): Prometheus {
  // A static import would load it in every parent of workers, even without metrics.
  return require('prom-client')
}

function addFindings({ Counter }: Prometheus, registry: Registry) {
  const registers = [registry]
  return {
    refusals: new Counter({
      name: 'doorstep_refusals_total',
      help: 'Requests answered with a problem, by its code',
      labelNames: ['code'],
      registers,
    }),
    findings: new Counter({
      name: 'doorstep_findings_total',
      help: 'Results of tools, by what they found',
      labelNames: ['tool', 'status'],
      registers,
    }),
    ends: new Counter({
      name: 'doorstep_where_total',
      help: 'Looks at where packets to a port end, by what they found',
      labelNames: ['tool', 'verdict'],
      registers,
    }),
  }
}

function addProbes({ Gauge }: Prometheus, registry: Registry): Gauge {
  return new Gauge({ name: 'doorstep_probes_open', help: 'Checks that reach out at the moment', registers: [registry] })
}

function addLoop({ Gauge }: Prometheus, registry: Registry): void {
  const lag = followLoop()
  new Gauge({
    name: 'doorstep_event_loop_lag_seconds',
    help: 'The longest delay of the event loop within the last 15 to 30 seconds',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(lag())
    },
  })
}

function addInfo({ Gauge }: Prometheus, registry: Registry): void {
  const info = new Gauge({
    name: 'doorstep_build_info',
    help: 'The version that runs; the value is always 1',
    aggregator: 'first',
    labelNames: ['version'],
    registers: [registry],
  })
  info.set({ version: pkg.version }, 1)
}

function addSources(prometheus: Prometheus, registry: Registry, { datasets, limitStoreUp }: Sources): void {
  new prometheus.Gauge({
    name: 'doorstep_data_age_seconds',
    help: 'Time since the build date of each dataset',
    aggregator: 'max',
    labelNames: ['dataset'],
    registers: [registry],
    collect() {
      for (const { id, buildDate } of datasets()) {
        this.set({ dataset: id }, Math.max(0, (Date.now() - Date.parse(buildDate)) / 1000))
      }
    },
  })
  new prometheus.Gauge({
    name: 'doorstep_data_build_timestamp_seconds',
    help: 'The build date of each dataset, and where it is read from: embedded, data-dir or file',
    aggregator: 'max',
    labelNames: ['dataset', 'origin'],
    registers: [registry],
    collect() {
      // Removes the data that were replaced.
      this.reset()
      for (const { id, buildDate, origin } of datasets()) this.set({ dataset: id, origin }, Date.parse(buildDate) / 1000)
    },
  })
  if (limitStoreUp) addStore(prometheus, registry, limitStoreUp)
}

function addStore({ Gauge }: Prometheus, registry: Registry, limitStoreUp: () => boolean): void {
  new Gauge({
    name: 'doorstep_limit_store_up',
    help: 'Whether the store of the limits answers; without it each instance limits by itself',
    registers: [registry],
    collect() {
      this.set(limitStoreUp() ? 1 : 0)
    },
  })
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
const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
const BOUNDS_MS = BOUNDS_S.map((bound) => bound * 1000)
/** The label of a request that is not for a tool. */
const NO_TOOL = 'none'
const STATUS_END = 600

export const REQUESTS = {
  name: 'doorstep_requests_total',
  help: 'Requests answered, by tool (none for other paths) and HTTP status',
  labelNames: ['tool', 'status'],
  registers: [],
}
export const DURATIONS = {
  name: 'doorstep_request_duration_seconds',
  help: 'Time from the arrival of a request to the end of its answer',
  labelNames: ['tool'],
  buckets: BOUNDS_S,
  registers: [],
}

interface Sample {
  readonly value: number
  readonly labels: Record<string, string | number>
  readonly metricName?: string
}

/** The requests of one tool. */
class Counts {
  readonly byStatus = new Float64Array(STATUS_END)
  /** By the first bound that is not exceeded; the last is for those beyond all. */
  readonly byBound = new Float64Array(BOUNDS_MS.length + 1)
  totalMs = 0
}

/**
 * The requests that were answered, in numbers of our own: every request is counted, and the library takes longer to count one than it takes
 * to answer it. Only the printing is left to it.
 */
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
        value === 0 ? [] : [{ value, labels: { tool, status: String(status) } }],
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

function named(part: string, value: number, labels: Record<string, string | number>): Sample {
  return { metricName: `${DURATIONS.name}_${part}`, value, labels }
}

type ProcessPrometheus = typeof import('prom-client')

/**
 * Adds the metrics of a process's health. The library's own set has forty series more, most of them about the memory of another engine, and
 * keeps observers running.
 */
function addProcess({ Gauge, Counter }: ProcessPrometheus, registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'doorstep_process_resident_memory_bytes',
    help: 'Resident memory of the process',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  const openFiles = openDescriptors()
  if (openFiles !== null) {
    new Gauge({
      name: 'doorstep_process_open_fds',
      help: 'Open file descriptors of the process',
      registers,
      collect() {
        this.set(openDescriptors() ?? 0)
      },
    })
  }
  const most = maxDescriptors()
  if (most !== null) {
    new Gauge({ name: 'doorstep_process_max_fds', help: 'File descriptors that the process may have', registers }).set(most)
  }
  new Counter({
    name: 'doorstep_process_cpu_seconds_total',
    help: 'User and system time of the process',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
}

/** Returns the number of open descriptors; null if the system does not tell. */
function openDescriptors(): number | null {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return null
  }
}

/** Returns the soft limit, which does not change later; null if the system does not tell. */
function maxDescriptors(): number | null {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? null : Number(soft)
  } catch {
    return null
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
