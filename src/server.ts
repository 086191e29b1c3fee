import { firstRoutes } from './faces/http/first-routes.ts'
import { type Listener, listen } from './faces/http/listener.ts'
import { queryRoutes, refusing } from './faces/http/own-routes.ts'
import type { Served } from './faces/http/served.ts'
import type { Lifecycle } from './faces/http/service-routes.ts'
import { receiveVisitors, sayWhichPages, watchDoor } from './faces/http/visitors.ts'
import { themeFor, themeSource } from './faces/web/theme-file.ts'
import { type LimitSettings, Limits } from './limits/index.ts'
import type { OpenedStore } from './limits/redis-store.ts'
import type { LimitStore } from './limits/store.ts'
import type { Samples } from './metrics/metrics.ts'
import type { TargetLimit } from './net/budget.ts'
import { findListener } from './net/libc/listener.ts'
import { watchDataAge } from './observe/data-age.ts'
import type { Logger } from './observe/log.ts'
import { type Observing, observe } from './observing.ts'
import type { ToolSource } from './plugins/index.ts'
import { queries } from './registry/queries.gen.ts'
import { toolsOf } from './registry/tools.ts'
import { loggedFaults } from './run/faults.ts'
import { prepareQueries } from './run/tool-run.ts'
import type { ExtraCa } from './settings/extra-ca.ts'
import { type Config, OPTIONS } from './settings/options.ts'
import { type OperatorSource, type Reread, readAgain } from './settings/reload.ts'
import { firstSources, followData, openFirst, openRoots, openTls } from './sources.ts'
import type { Basis, Whole } from './whole/index.ts'

/**
 * How long a stopping server still answers, each time with `Connection: close`, so that clients close their connections and
 * no request is lost on the way.
 */
const LINGER_MS = 2000
/** How long running checks may take to end after that. */
const DRAIN_MS = 7900
const DRAIN_STEP_MS = 20
/** Time for the last answer to leave. */
const FLUSH_MS = 100

export interface Running {
  /** Where it listens, as a URL without a path. */
  readonly url: string
  readonly port: number
  /** How many requests are being answered. */
  readonly pending: number
  /** Rereads the files that the settings name. */
  reload(): Promise<readonly Reread[]>
  /** Lets other processes of this user listen on the port as well; until then it is exclusive. */
  share(): void
  /** What was counted for the metrics; empty without them. */
  samples(): Promise<Samples>
  /** Stops accepting requests and lets running ones end, within 10 seconds. */
  stop(manner: Manner): Promise<void>
}

/**
 * A service first makes known to its clients that it stops, which takes two seconds. At a terminal nobody is waited for who has not
 * asked. To a successor, which listens on the same port by then, the port is left first.
 */
export type Manner = 'as-a-service' | 'at-a-terminal' | 'to-successor'

/** What a process is told beside its settings. */
export interface Start {
  readonly checkAnswers: boolean
  /** Where it listens; the port of the settings, unless the first of several processes has found another. */
  readonly port: number
  /** Whether others may listen there at the same time. */
  readonly reusePort: boolean
  /** The tools; or how they are loaded, which waits until more than a query is asked. */
  readonly tools: ToolSource | (() => Promise<ToolSource>)
  /** What targets may get from all requests together; the default if absent. */
  readonly targets?: TargetLimit
  /** Absent unless this is one of several processes. */
  readonly group?: Group
}

/** Several processes on one port, as one of them sees them. */
export interface Group {
  /** What there is to say for all of them, the first one says. */
  readonly isFirst: boolean
  /** Where the buckets of all are. */
  readonly store: LimitStore
  /** The part that this process has of a total. */
  shareOf(total: number): number
  /** The metrics of all, in the format of Prometheus. */
  metrics(): Promise<string>
}

/**
 * Where this instance and others keep their buckets; without such a place, a table of this process. Nobody else pays for what talks to
 * that place.
 */
export async function openLimitStore({ redisUrl }: Config, log: Logger, extraCa: ExtraCa): Promise<OpenedStore> {
  const [{ openStore }, { rootsWith }] = await Promise.all([import('./limits/redis-store.ts'), import('./net/tls/trust.ts')])
  return openStore(redisUrl, log, () => rootsWith(extraCa.certificates))
}

/**
 * Opens what the settings name, then listens. Throws if either fails. Queries are answered at once; whatever else is asked first waits
 * until everything is loaded, unless that was loaded before.
 */
export async function serve(config: Config, log: Logger, options: Start): Promise<Running> {
  const lifecycle: Lifecycle = { stopping: false }
  const tls = openTls(config)
  const extraCa = openRoots(config)
  const theme = themeFor(config)
  const { group, tools } = options
  const store = group || !config.redisUrl ? null : await openLimitStore(config, log, extraCa)
  const visitors = receiveVisitors(config, log)
  const limits = limitsFor({ ...config, tell: visitors.tell }, group?.store ?? store, group)
  const opened = openFirst(config, log)
  const datasets = () => opened.ipdata.datasets
  const limitStoreUp = store && (() => store.state === 'shared')
  const observing = observe(config, { ...visitors, log, datasets, limitStoreUp, group })
  const wholeSources: OperatorSource[] = []
  const basis: Basis = {
    ...{ config, log, lifecycle, extraCa, limits, opened, observing, server: () => listener.server },
    ...{ checkAnswers: options.checkAnswers, targets: options.targets ?? limits.targets },
    front: { ...visitors, theme },
    serve: (next) => listener.serve(next),
  }
  const load = async () => {
    const source = typeof tools === 'function' ? await tools() : tools
    const { openWhole } = await import('./whole/index.ts')
    const whole = openWhole(basis, source)
    wholeSources.push(...whole.sources)
    return whole
  }
  const first = typeof tools === 'function' ? waiting(basis, load) : (await load()).served
  if (tls?.fault) log.warn(tls.fault)
  observing.listen()
  const listener = listen(first, { ...options, host: config.host }, tls?.identity ?? null, findListener)
  const sources = [...firstSources(config, opened, extraCa), ...themeSource(config, theme), ...tlsSource(config, tls, listener)]
  watchDoor(listener, config, visitors.tell)
  // Every process has its own; what there is to say, the first one says.
  const isFirst = group?.isFirst !== false
  followData(config, opened.ipdata, isFirst ? log : null)
  if (isFirst) watchDataAge(datasets, config, log)
  if (isFirst) sayWhichPages(config, log)
  return runningOf({ listener, lifecycle, sources: () => [...sources, ...wholeSources], observing, store })
}

/** What answers until everything is loaded; the first request that is not a query lets it be loaded. */
function waiting(basis: Basis, load: () => Promise<Whole>): Served {
  const { log, lifecycle, limits, opened, observing, front, server } = basis
  let loading: Promise<Whole> | null = null
  const whole = () => {
    loading ??= load().then(
      (loaded) => {
        basis.serve(loaded.served)
        return loaded
      },
      (error) => {
        // Whoever asks next tries again.
        loading = null
        throw error
      },
    )
    return loading
  }
  const set = { tools: toolsOf(queries), plugIns: [], around: null }
  const seen = observing.of(set.tools)
  const services = { ipdata: opened.ipdata, catalogue: async () => (await whole()).catalogue() }
  const runnables = prepareQueries(set.tools, services, [loggedFaults(log), limits.around, ...seen.arounds])
  const doorway = { ...front, ...observing, ...seen, log }
  const served = async () => (await whole()).served
  return firstRoutes(queryRoutes(runnables, doorway, lifecycle, server), served, refusing(doorway, lifecycle, server))
}

/** Several processes share the slots for checks out among themselves: what one has free, another cannot use. */
function limitsFor({ maxConcurrency, ...rest }: LimitSettings, shared: LimitStore | null, group: Group | undefined): Limits {
  return new Limits({ ...rest, maxConcurrency: group?.shareOf(maxConcurrency) ?? maxConcurrency }, shared)
}

/** Both files are one source: a certificate without its key is of no use. */
function tlsSource({ tlsCert }: Config, tls: ReturnType<typeof openTls>, listener: Listener): OperatorSource[] {
  const read = () => {
    tls?.reload()
    if (tls) listener.present(tls.identity)
  }
  return [{ what: `--${OPTIONS.tlsCert.flag}, --${OPTIONS.tlsKey.flag}`, path: tlsCert, read }]
}

interface Parts {
  readonly listener: Listener
  readonly lifecycle: Lifecycle
  readonly sources: () => readonly OperatorSource[]
  readonly observing: Observing
  readonly store: OpenedStore | null
}

function runningOf({ listener, lifecycle, sources, observing, store }: Parts): Running {
  let rereading: Promise<readonly Reread[]> = Promise.resolve([])
  return {
    url: listener.url,
    port: listener.port,
    get pending() {
      return listener.pending
    },
    reload() {
      // One after the other, so that the last one counts.
      rereading = rereading.then(() => readAgain(sources()))
      return rereading
    },
    share: () => listener.share(),
    samples: () => observing.samples(),
    async stop(manner) {
      lifecycle.stopping = true
      lifecycle.hasSuccessor = manner === 'to-successor'
      if (manner === 'as-a-service') await Bun.sleep(LINGER_MS)
      if (manner !== 'at-a-terminal') await listener.leave()
      // A port for metrics is left to the successor, too.
      if (manner === 'to-successor') observing.close()
      if (manner === 'to-successor') await Bun.sleep(LINGER_MS)
      await endRequests(listener, manner)
      observing.close()
      store?.close()
    },
  }
}

async function endRequests(listener: Listener, manner: Manner): Promise<void> {
  const anyPending = listener.pending > 0
  listener.close()
  const deadline = performance.now() + DRAIN_MS
  while (listener.pending > 0 && performance.now() < deadline) await Bun.sleep(DRAIN_STEP_MS)
  if (anyPending || manner !== 'at-a-terminal') await Bun.sleep(FLUSH_MS)
  await listener.cut()
}
