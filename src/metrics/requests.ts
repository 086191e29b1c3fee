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

  /** Returns the samples of `REQUESTS`. */
  requests(): Sample[] {
    return [...this.byTool].flatMap(([tool, { byStatus }]) =>
      [...byStatus.entries()].flatMap(([status, value]) =>
        value === 0 ? [] : [{ value, labels: { tool, status: String(status) } }],
      ),
    )
  }

  /** Returns the samples of `DURATIONS`. */
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
