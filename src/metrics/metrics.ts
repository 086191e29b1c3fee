import { readdirSync, readFileSync } from 'node:fs'
import pkg from '../../package.json' with { type: 'json' }
import { added, counter, gauge, type Sample, type Samples } from './samples.ts'

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
  private readonly lag = new LoopLag()
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
      ...requests.samples,
      counter('doorstep_refusals_total', 'Requests answered with a problem, by its code', refusals.samples),
      counter('doorstep_findings_total', 'Results of tools, by what they found', findings.samples),
      counter('doorstep_where_total', 'Looks at where packets to a port end, by what they found', ends.samples),
      gauge('doorstep_probes_open', 'Checks that reach out at the moment', this.probesOpen),
      ...dataSamples(sources.datasets()),
      ...(sources.limitStoreUp ? storeSamples(sources.limitStoreUp) : []),
      ...processSamples(lag.longestS),
    ]
  }
}

function dataSamples(datasets: ReturnType<Sources['datasets']>): Samples {
  const timed = datasets.map((dataset) => ({ ...dataset, builtS: Date.parse(dataset.buildDate) / 1000 }))
  const ages = timed.map(({ id, builtS }) => ({ labels: { dataset: id }, value: Math.max(0, Date.now() / 1000 - builtS) }))
  const days = timed.map(({ id, origin, builtS }) => ({ labels: { dataset: id, origin }, value: builtS }))
  const help = 'The build date of each dataset, and where it is read from: embedded, data-dir or file'
  return [
    gauge('doorstep_data_age_seconds', 'Time since the build date of each dataset', ages, 'max'),
    gauge('doorstep_data_build_timestamp_seconds', help, days, 'max'),
  ]
}

/** Returns the samples of a parent of several processes: only it knows the state of its store, and it does not serve requests. */
export function storeSamples(limitStoreUp: () => boolean): Samples {
  const help = 'Whether the store of the limits answers; without it each instance limits by itself'
  return [gauge('doorstep_limit_store_up', help, limitStoreUp() ? 1 : 0)]
}

function processSamples(lagS: number): Samples {
  const { user, system } = process.cpuUsage()
  const version = [{ labels: { version: pkg.version }, value: 1 }]
  const help = 'The longest delay of the event loop within the last 15 to 30 seconds'
  return [
    gauge('doorstep_build_info', 'The version that runs; the value is always 1', version, 'first'),
    gauge('doorstep_event_loop_lag_seconds', help, lagS, 'max'),
    gauge('doorstep_process_resident_memory_bytes', 'Resident memory of the process', process.memoryUsage.rss()),
    counter('doorstep_process_cpu_seconds_total', 'User and system time of the process', (user + system) / 1e6),
    ...descriptors(),
  ]
}

/** Returns how many descriptors are open, and how many may be; nothing if the system does not tell. */
function descriptors(): Samples {
  try {
    const open = readdirSync('/proc/self/fd').length
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return [
      gauge('doorstep_process_open_fds', 'Open file descriptors of the process', open),
      ...(most === undefined
        ? []
        : [gauge('doorstep_process_max_fds', 'File descriptors that the process may have', Number(most))]),
    ]
  } catch {
    return []
  }
}

const STEP_MS = 100
const WINDOW_MS = 15_000

/** The lag of the event loop. */
class LoopLag {
  private beforeMs = 0
  private currentMs = 0
  private dueMs = performance.now() + STEP_MS
  private windowEndMs = this.dueMs + WINDOW_MS

  constructor() {
    setInterval(() => this.step(), STEP_MS).unref()
  }

  /** The longest delay of this window and the previous one, not since the last call: several scrapers may ask, each at its own pace. */
  get longestS(): number {
    return Math.max(this.beforeMs, this.currentMs) / 1000
  }

  private step(): void {
    const now = performance.now()
    if (now > this.windowEndMs) {
      this.beforeMs = this.currentMs
      this.currentMs = 0
      this.windowEndMs = now + WINDOW_MS
    }
    this.currentMs = Math.max(this.currentMs, now - this.dueMs)
    this.dueMs = now + STEP_MS
  }
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

/** The buckets fit both a query of some milliseconds and a trace of 20 seconds. */
const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
const BOUNDS_MS = BOUNDS_S.map((bound) => bound * 1000)
/** The label of a request that is not for a tool. */
const NO_TOOL = 'none'
const STATUS_END = 600
const DURATION = 'doorstep_request_duration_seconds'

/** The requests of one tool. */
class ToolCounts {
  readonly byStatus = new Float64Array(STATUS_END)
  /** By the first bound that is not exceeded; the last is for those beyond all. */
  readonly byBound = new Float64Array(BOUNDS_MS.length + 1)
  totalMs = 0
}

/** The requests that were answered. */
class RequestCounts {
  private readonly byTool = new Map<string, ToolCounts>()

  count(tool: string | null, status: number, elapsedMs: number): void {
    const counts = this.countsOf(tool ?? NO_TOOL)
    counts.byStatus[status] = (counts.byStatus[status] ?? 0) + 1
    let bound = 0
    while (bound < BOUNDS_MS.length && elapsedMs > (BOUNDS_MS[bound] ?? 0)) bound++
    counts.byBound[bound] = (counts.byBound[bound] ?? 0) + 1
    counts.totalMs += elapsedMs
  }

  private countsOf(tool: string): ToolCounts {
    const known = this.byTool.get(tool)
    if (known) return known
    const made = new ToolCounts()
    this.byTool.set(tool, made)
    return made
  }

  get samples(): Samples {
    const help = 'Time from the arrival of a request to the end of its answer'
    return [
      counter('doorstep_requests_total', 'Requests answered, by tool (none for other paths) and HTTP status', this.requests()),
      counter(DURATION, help, this.durations(), 'histogram'),
    ]
  }

  private requests(): Sample[] {
    return [...this.byTool].flatMap(([tool, { byStatus }]) =>
      [...byStatus.entries()].flatMap(([status, value]) =>
        value === 0 ? [] : [{ value, labels: { tool, status: `${status}` } }],
      ),
    )
  }

  private durations(): Sample[] {
    const part = (suffix: string, value: number, labels: Sample['labels']) => {
      return { metricName: `${DURATION}_${suffix}`, value, labels }
    }
    return [...this.byTool].flatMap(([tool, { byBound, totalMs }]) => {
      let count = 0
      const buckets = [...byBound.entries()].map(([index, more]) => {
        count += more
        return part('bucket', count, { le: BOUNDS_S[index] ?? '+Inf', tool })
      })
      return [...buckets, part('sum', totalMs / 1000, { tool }), part('count', count, { tool })]
    })
  }
}
