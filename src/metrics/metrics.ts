import type { Counter, Gauge, Histogram, Registry } from 'prom-client'
import pkg from '../../package.json' with { type: 'json' }
import { followLoop } from './loop-lag.ts'
import { addProcess } from './process.ts'

/** The buckets fit both a query of some milliseconds and a trace of 20 seconds. */
const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
/** The label of a request that is not for a tool. */
const NO_TOOL = 'none'

/** The sources that are read when the metrics are printed. */
export interface Sources {
  /** Returns the build date of each dataset in use. */
  datasets(): readonly { readonly id: string; readonly buildDate: string; readonly origin: string }[]
  /** Returns whether the store of the limits answers; null if limits are kept in this process. */
  readonly limitStoreUp: (() => boolean) | null
}

/** The counters of a process, as they are sent to another. */
export type Samples = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

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
  const { requests, durations, refusals, findings, ends } = addRequests(prometheus, registry)
  const probesOpen = new prometheus.Gauge({
    name: 'doorstep_probes_open',
    help: 'Checks that reach out at the moment',
    registers: [registry],
  })
  // Finding a child by its labels costs the library more than everything else, and there are few, so they are kept.
  const meters = new Map<string, Meters>()
  const metersOf = (tool: string) => {
    const made = { duration: durations.labels(tool), byStatus: new Map() }
    meters.set(tool, made)
    return made
  }
  const requestsOf = (tool: string, { byStatus }: Meters, status: number) => {
    const made = requests.labels(tool, String(status))
    byStatus.set(status, made)
    return made
  }
  addInfo(prometheus, registry)
  addSources(prometheus, registry, sources)
  addLoop(prometheus, registry)
  addProcess(prometheus, registry)
  return {
    answered(tool, status, code, elapsedMs) {
      const name = tool ?? NO_TOOL
      const ofTool = meters.get(name) ?? metersOf(name)
      const counter = ofTool.byStatus.get(status) ?? requestsOf(name, ofTool, status)
      counter.inc()
      ofTool.duration.observe(elapsedMs / 1000)
      if (code !== null) refusals.inc({ code })
    },
    found: (tool, status) => findings.inc({ tool, status }),
    ended: (tool, verdict) => ends.inc({ tool, verdict }),
    probesOpen,
    print: () => registry.metrics(),
    samples: () => registry.getMetricsAsJSON(),
  }
}

/** The meters of one tool. */
interface Meters {
  readonly duration: Pick<Histogram.Internal<string>, 'observe'>
  readonly byStatus: Map<number, Pick<Counter.Internal, 'inc'>>
}

/** Returns the samples of a parent of several processes: only it knows the state of its store, and it does not serve requests. */
export function storeSamples(limitStoreUp: () => boolean): Promise<Samples> {
  const prometheus = loadPrometheus()
  const registry = new prometheus.Registry()
  addStore(prometheus, registry, limitStoreUp)
  return registry.getMetricsAsJSON()
}

type Prometheus = typeof import('prom-client')

export function loadPrometheus(): Prometheus {
  // A static import would load it at every start, and `import()` would delay the start.
  return require('prom-client')
}

function addRequests({ Counter, Histogram }: Prometheus, registry: Registry) {
  const registers = [registry]
  return {
    requests: new Counter({
      name: 'doorstep_requests_total',
      help: 'Requests answered, by tool (none for other paths) and HTTP status',
      labelNames: ['tool', 'status'],
      registers,
    }),
    durations: new Histogram({
      name: 'doorstep_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its answer',
      labelNames: ['tool'],
      buckets: DURATION_BUCKETS_S,
      registers,
    }),
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
