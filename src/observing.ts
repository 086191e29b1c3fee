import { accessLog } from './faces/http/access-log.ts'
import type { CallerOf } from './faces/http/incoming.ts'
import { type IdOf, requestIds } from './faces/http/request-id.ts'
import type { Watcher, Watches } from './faces/http/watch.ts'
import { serveMetrics } from './metrics/listener.ts'
import { type Metrics, openMetrics, type Sources } from './metrics/metrics.ts'
import { runMetrics } from './metrics/runs.ts'
import type { Logger } from './observe/log.ts'
import type { NamedTool } from './registry/tools.ts'
import type { Around } from './run/call.ts'
import { ConfigError } from './settings/config-error.ts'
import type { Config } from './settings/options.ts'

/** What is to be seen of a running server. */
export interface Observing {
  readonly idOf: IdOf
  /** Null if neither log nor metrics want to hear of every request: then nothing stands in its way. */
  readonly watches: Watches | null
  readonly arounds: readonly Around[]
  /** For the main port, where the operator wants them there. */
  readonly metrics: (() => Promise<string>) | null
  /** Listens for whoever scrapes, where that has a port of its own; throws where it cannot. */
  listen(): void
  close(): void
}

interface Parts extends Sources {
  readonly tools: readonly NamedTool[]
  readonly callerOf: CallerOf
  readonly log: Logger
}

export function observe(
  { accessLog: logged, metrics: place, logLevel }: Config,
  { tools, callerOf, log, ...sources }: Parts,
): Observing {
  const idOf = requestIds(callerOf)
  const metrics = place === 'off' ? null : openMetrics(sources)
  const named = new Map(tools.map(({ name, tool }) => [tool.path, name]))
  const toolAt = (path: string) => named.get(path) ?? null
  const isHidden = logLevel === 'warn' || logLevel === 'error'
  if (logged !== 'off' && isHidden) log.warn(`--log-level ${logLevel} hides the access log: set --log-level info`)
  const watchers = [
    ...(logged === 'off' || isHidden ? [] : [accessLog(logged, { log, idOf, callerOf, toolAt })]),
    ...(metrics ? [counter(metrics, toolAt)] : []),
  ]
  let listener: Bun.Server<undefined> | null = null
  return {
    idOf,
    watches: watchers.length > 0 ? { watchers, idOf: logged === 'off' ? null : idOf } : null,
    arounds: metrics ? [runMetrics(tools, metrics)] : [],
    metrics: metrics && place === 'on' ? () => metrics.print() : null,
    listen() {
      if (!metrics || typeof place === 'string') return
      listener = listenFor(metrics, place)
      log.info('metrics', { metricsUrl: new URL('/metrics', listener.url).href })
    },
    close() {
      void listener?.stop(true)
    },
  }
}

function counter(metrics: Metrics, toolAt: (path: string) => string | null): Watcher {
  return (_, path) =>
    ({ status, code, elapsedMs }) =>
      metrics.answered(toolAt(path), status, code, elapsedMs)
}

function listenFor(metrics: Metrics, place: Parameters<typeof serveMetrics>[1]): Bun.Server<undefined> {
  try {
    return serveMetrics(metrics, place)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new ConfigError(`--metrics: cannot listen on port ${place.port} of ${place.host}${code}`)
  }
}
