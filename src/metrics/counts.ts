import { counter, type Sample, type Samples } from './samples.ts'

/** Counts by labels. */
export class Tally {
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
export class RequestCounts {
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
