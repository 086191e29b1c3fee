import type { Gauge, Registry } from 'prom-client'
import pkg from '../../package.json' with { type: 'json' }
import { followLoop } from './loop-lag.ts'
import { addProcess } from './process.ts'
import { DURATIONS, REQUESTS, RequestCounts } from './requests.ts'
import type { Samples } from './samples.ts'

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
