import { accessLog } from '../faces/http/access-log.ts'
import type { Watcher } from '../faces/http/entrance.ts'
import { type Door, serveMetrics } from '../metrics/listener.ts'
import type { Metrics, Sources } from '../metrics/metrics.ts'
import type { Samples } from '../metrics/samples.ts'
import type { NamedTool } from '../operations/registry/tools.ts'
import type { Around } from '../operations/run/call.ts'
import type { Logger } from '../platform/log.ts'
import { ConfigError } from '../settings/config-error.ts'
import type { Config } from '../settings/options.ts'

/** The access log and the metrics of one server. */
export type Observing = Awaited<ReturnType<typeof observe>>

type Doors = Readonly<Record<string, Door>>

interface Observed extends Sources {
  readonly log: Logger
  /** The printer of the metrics of several processes; it also listens if they have their own port. */
  readonly group: { metrics(): Promise<string> } | null
}

/** Opens the access log and the metrics. The metrics are loaded only if something is counted. */
export async function observe(config: Config, { log, group, ...sources }: Observed) {
  const { metrics: place } = config
  const [opening, runs] =
    place === 'off' ? [] : await Promise.all([import('../metrics/metrics.ts'), import('../metrics/runs.ts')])
  const metrics = opening ? new opening.Metrics(sources) : null
  const logged = loggedRequests(config, log)
  const watchers: Watcher[] = [...(logged === 'off' ? [] : [accessLog(logged, log)]), ...(metrics ? [counter(metrics)] : [])]
  let close = () => {}
  return {
    /** Empty if neither the log nor the metrics need every request: nothing is measured then. */
    watchers,
    /** Whether every answer carries the id that is in the log. */
    marksIds: config.accessLog !== 'off',
    /** Returns the wrappers that count the runs of these tools. */
    arounds: (tools: readonly NamedTool[]): Around[] => (metrics && runs ? [runs.runMetrics(tools, metrics)] : []),
    /** Prints the metrics for the main port; null if the main port does not serve them. */
    metrics: metrics && place === 'on' ? () => (group ? group.metrics() : metrics.print()) : null,
    /** Listens on the port of the metrics, if they have their own, and answers there at these paths too. Throws if it cannot. */
    listen(doors: Doors): void {
      if (metrics && !group) close = listenForMetrics(() => metrics.print(), config, log, doors)
    },
    close: () => close(),
    /** Returns the counters; empty without metrics. */
    samples: async (): Promise<Samples> => metrics?.samples() ?? [],
  }
}

/** Returns how requests are logged, and warns if the log level hides them. */
function loggedRequests({ accessLog: logged, logLevel }: Config, log: Logger): Config['accessLog'] {
  if (logged === 'off' || (logLevel !== 'warn' && logLevel !== 'error')) return logged
  log.warn(`--log-level ${logLevel} hides the access log: set --log-level info`)
  return 'off'
}

function counter(metrics: Metrics): Watcher {
  return { answered: ({ tool }, { status, code, elapsedMs }) => metrics.answered(tool, status, code, elapsedMs) }
}

/** The time in which a predecessor leaves its port for metrics, with a little to spare. */
const TAKE_OVER_MS = 15_000
const RETRY_MS = 250

/**
 * Listens for scrapers if metrics have their own port, and returns the function that ends it. Throws if it cannot listen; a port that a
 * predecessor still has is tried again.
 */
export function listenForMetrics(
  print: () => Promise<string>,
  { metrics: place, replace }: Config,
  log: Logger,
  doors: Doors = {},
): () => void {
  if (typeof place === 'string') return () => {}
  let server: Bun.Server<undefined> | null = null
  let timer: Timer | undefined
  const open = (waitedMs: number) => {
    try {
      server = serveMetrics(print, doors, place)
      log.info('metrics', { metricsUrl: new URL('/metrics', server.url).href })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
      const failure = ConfigError.of('metrics', {
        en: `cannot listen on port ${place.port} of ${place.host}${code}`,
        ko: `${place.host} 주소의 ${place.port}번 포트에서 수신할 수 없습니다${code.trim()}`,
      })
      if (!replace) throw failure
      if (waitedMs >= TAKE_OVER_MS) return log.error(failure.message)
      timer = setTimeout(() => open(waitedMs + RETRY_MS), RETRY_MS)
    }
  }
  open(0)
  return () => {
    clearTimeout(timer)
    void server?.stop(true)
  }
}
