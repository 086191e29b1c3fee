import type { BunRoutes } from '../faces/http/bun-routes.ts'
import type { Lifecycle } from '../faces/http/entrance.ts'
import { HeldListener } from '../faces/http/held-listener.ts'
import type { Listener } from '../faces/http/listener.ts'
import { PortListener } from '../faces/http/port-listener.ts'
import { PROBE_PATH } from '../faces/http/reply.ts'
import type { Site } from '../faces/http/site.ts'
import { receiveVisitors, sayWhichPages, watchDoor } from '../faces/http/visitors.ts'
import { themeFor, themeSource } from '../faces/web/theme-file.ts'
import type { LimitStore } from '../limits/gcra.ts'
import { Limits } from '../limits/limits.ts'
import type { RedisStore } from '../limits/redis-store.ts'
import type { HeldSocket } from '../net/libc/listener.ts'
import { watchDataAge } from '../operations/opening/data-age.ts'
import { filesToReread, followData, open, openTls } from '../operations/opening/files.ts'
import type { Logger, Secret } from '../platform/log.ts'
import { type Config, OPTIONS } from '../settings/options.ts'
import type { OperatorSource } from '../settings/reload.ts'
import type { ExtraCa } from '../settings/tls-files.ts'
import { openEcho } from './echo.ts'
import { LateFaces, type Tools } from './late-faces.ts'
import { observe } from './observing.ts'
import { Running } from './running.ts'

/** The facts of a process that are not settings. */
interface ProcessFacts {
  readonly tools: Tools
  readonly checkAnswers: boolean
  /** The port of the settings; in one of several processes, the port that the first one found. */
  readonly port: number
  /** Whether others may listen on it at the same time. */
  readonly reusePort: boolean
  /** The sockets to listen on; empty for the host and port. */
  readonly held: readonly HeldSocket[]
  /** Null unless this is one of several processes. */
  readonly group: Group | null
}

/** The group of processes on one port, as one of them sees it. */
export interface Group {
  /** Whether this process logs for all of them. */
  readonly isFirst: boolean
  /** The buckets of all processes. */
  readonly store: LimitStore
  shareOf(total: number): number
  /** Prints the metrics of all processes in the format of Prometheus. */
  metrics(): Promise<string>
}

/** Opens the store of limits that several instances share. Loads its client only then. */
export async function openLimitStore(url: Secret, log: Logger, extraCa: ExtraCa): Promise<RedisStore> {
  const [{ RedisStore }, { rootsWith }] = await Promise.all([import('../limits/redis-store.ts'), import('../net/tls/trust.ts')])
  return new RedisStore(url, log, () => rootsWith(extraCa.certificates))
}

/**
 * Opens the files and folders of the settings, then listens. Throws if either fails. Queries are answered at once; any other request waits
 * until the other tools and the faces are loaded, unless they were loaded before.
 */
export async function serve(config: Config, log: Logger, start: ProcessFacts): Promise<Running> {
  const { group, held } = start
  const tls = openTls(config)
  const opened = open(config, log)
  const theme = themeFor(config)
  const store = group || !config.redisUrl ? null : await openLimitStore(config.redisUrl, log, opened.extraCa)
  const visitors = receiveVisitors(config, log)
  // A free slot of one process cannot be used by another, so they divide the slots for checks among them.
  const maxConcurrency = group?.shareOf(config.maxConcurrency) ?? config.maxConcurrency
  const limits = new Limits({ rateLimit: config.rateLimit, maxConcurrency, tell: visitors.tell }, group?.store ?? store)
  const datasets = () => opened.ipdata.datasets
  const observing = await observe(config, { log, datasets, limitStoreUp: store && (() => store.state === 'shared'), group })
  const lifecycle: Lifecycle = { stopping: false }
  const site: Site = {
    log,
    lifecycle,
    theme,
    ipdata: opened.ipdata,
    isOverTls: tls !== null,
    callerOf: visitors.callerOf,
    pipelines: visitors.pipelines,
    fence: visitors.fence,
    watchers: observing.watchers,
    marksIds: observing.marksIds,
    metrics: observing.metrics,
    compat: config.compat,
    publicOrigins: config.publicOrigins,
    places: config.places,
    echoPort: config.echoPort,
    isInside: config.allowTargets.length > 0,
    catalogue: async () => (await faces.load()).catalogue(),
    limitsOf: async (caller) => limits.overview(caller, (await faces.load()).current().set.tools),
    pairOf: (caller) => opened.gate.pairOf(caller.requester),
    spend: (payer, weight) => limits.spend(payer, weight),
  }
  const { tools, checkAnswers } = start
  const serveNow = (routes: BunRoutes) => listener.serve(routes)
  const faces = new LateFaces({ config, tools, checkAnswers, opened, limits, observing, site, serve: serveNow })
  const routes = await faces.firstRoutes()
  if (tls?.fault) log.warn(tls.fault.en)
  const { [PROBE_PATH]: probe } = routes.routes
  observing.listen(probe ? { [PROBE_PATH]: probe } : {})
  const identity = tls?.identity ?? null
  const place = { host: config.host, port: start.port, reusePort: start.reusePort }
  const listener = held.length > 0 ? new HeldListener(routes, held, identity) : new PortListener(routes, place, identity)
  watchDoor(listener, config, visitors.tell)
  // Every process has its own data; the first one logs for all.
  const isFirst = group?.isFirst !== false
  const echo = isFirst ? await openEcho({ ...config, isShared: start.reusePort }, opened, limits, log) : null
  followData(config, opened.ipdata, isFirst ? log : null)
  if (isFirst) watchDataAge(datasets, config.dataDir, log)
  if (isFirst) sayWhichPages(config, log)
  const rereadable = [...filesToReread(config, opened), ...themeSource(config, theme), ...tlsSource(config, tls, listener)]
  const sources = () => [...rereadable, ...faces.sources]
  return new Running(listener, observing, sources, { lifecycle, store, echo })
}

/** Returns certificate and key as one source, because a certificate without its key is useless. */
function tlsSource({ tlsCert }: Config, tls: ReturnType<typeof openTls>, listener: Listener): OperatorSource[] {
  const read = () => {
    tls?.reload()
    if (tls) listener.present(tls.identity)
  }
  return [{ what: `--${OPTIONS.tlsCert.flag}, --${OPTIONS.tlsKey.flag}`, path: tlsCert, read }]
}
