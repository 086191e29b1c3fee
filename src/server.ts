import { createApp } from './faces/http/app.ts'
import { type Listener, listen } from './faces/http/listener.ts'
import type { Front, Lifecycle } from './faces/http/service-routes.ts'
import { watchDoor, watchedCallers } from './faces/http/visitors.ts'
import { themeFor, themeSource } from './faces/web/theme-file.ts'
import { Limits } from './limits/index.ts'
import { type OpenedStore, openStore } from './limits/redis-store.ts'
import type { LimitStore } from './limits/store.ts'
import type { Samples } from './metrics/metrics.ts'
import type { TargetLimit } from './net/budget.ts'
import { findListener } from './net/libc/listener.ts'
import { rootsWith } from './net/tls/trust.ts'
import { watchDataAge } from './observe/data-age.ts'
import type { Logger } from './observe/log.ts'
import { type Observing, observe, type Seen } from './observing.ts'
import type { ToolSet, ToolSource } from './plugins/index.ts'
import type { Peer } from './policy/caller.ts'
import { answerChecks } from './run/answer.ts'
import type { Around } from './run/call.ts'
import { faultLog } from './run/faults.ts'
import { prepare } from './run/run.ts'
import type { ExtraCa } from './settings/extra-ca.ts'
import { type Config, OPTIONS } from './settings/options.ts'
import { type OperatorSource, type Reread, readAgain } from './settings/reload.ts'
import { followData, openRoots, openServices, openTls } from './sources.ts'

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
  /** Lets another doorstep of this user take the port over; until it asks for that, the port stays exclusive. */
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
  readonly tools: ToolSource
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

/** Where this instance and others keep their buckets; without such a place, a table of this process. */
export function openLimitStore({ redisUrl }: Config, log: Logger, extraCa: ExtraCa): OpenedStore {
  return openStore(redisUrl, log, () => rootsWith(extraCa.certificates))
}

/** Opens the data, then listens. Throws if either fails. */
export function serve(config: Config, log: Logger, options: Start): Running {
  const lifecycle: Lifecycle = { stopping: false }
  const tls = openTls(config)
  const extraCa = openRoots(config)
  const theme = themeFor(config)
  const { group, tools } = options
  const store = group || !config.redisUrl ? null : openLimitStore(config, log, extraCa)
  const limits = limitsFor(config, group?.store ?? store, group)
  const { services, sources } = openServices(config, log, options.targets ?? limits.targets, extraCa)
  const callerOf = watchedCallers(config, log)
  const { ipdata, catalogue } = services
  const limitStoreUp = store && (() => store.state === 'shared')
  const spend: Front['spend'] = (payer, weight) => limits.spend(payer, weight)
  const common = { callerOf, ipdata, catalogue, log, publicOrigins: config.publicOrigins, compat: config.compat, theme, spend }
  const observing = observe(config, { callerOf, log, datasets: () => ipdata.datasets, limitStoreUp, group })
  // Every face of a set of tools: what SIGHUP builds anew when the plug-ins are read again.
  const appOf = (set: ToolSet) => {
    const seen = observing.of(set.tools)
    const runnables = prepare(set.tools, services, aroundRuns(set, log, options, limits, seen))
    const limitsOf = (caller: Peer) => limits.overview(caller, set.tools)
    return createApp(runnables, { ...common, limitsOf, ...observing, ...seen }, lifecycle)
  }
  if (tls?.fault) log.warn(tls.fault)
  observing.listen()
  const listener = listen(appOf(tools.current()), { ...options, host: config.host }, tls?.identity ?? null, findListener)
  watchDoor(listener, config, log)
  // Every process has its own; what there is to say, the first one says.
  const isFirst = group?.isFirst !== false
  followData(config, ipdata, isFirst ? log : null)
  if (isFirst) watchDataAge(() => ipdata.datasets, log)
  const reread = [
    ...sources,
    ...themeSource(config, theme),
    ...tlsSource(config, tls, listener),
    toolSource(config, tools, (set) => listener.serve(appOf(set))),
  ]
  return runningOf({ listener, lifecycle, sources: reread, observing, store })
}

/** Several processes share the slots for checks out among themselves: what one has free, another cannot use. */
function limitsFor(config: Config, shared: LimitStore | null, group: Group | undefined): Limits {
  const { maxConcurrency, rateLimit } = config
  return new Limits({ rateLimit, maxConcurrency: group?.shareOf(maxConcurrency) ?? maxConcurrency }, shared)
}

/** Every face is built anew on the tools that were read; requests that run end with the old ones. */
function toolSource({ toolsDir }: Config, tools: ToolSource, use: (set: ToolSet) => void): OperatorSource {
  return { what: `--${OPTIONS.toolsDir.flag}`, path: toolsDir, read: () => tools.reload(use) }
}

/** Both files are one source: a certificate without its key is of no use. */
function tlsSource({ tlsCert }: Config, tls: ReturnType<typeof openTls>, listener: Listener): OperatorSource[] {
  const read = () => {
    tls?.reload()
    if (tls) listener.present(tls.identity)
  }
  return [{ what: `--${OPTIONS.tlsCert.flag}, --${OPTIONS.tlsKey.flag}`, path: tlsCert, read }]
}

/** What surrounds every run, the outermost first. */
function aroundRuns(
  { tools, around }: ToolSet,
  log: Logger,
  { checkAnswers }: Start,
  limits: Limits,
  { arounds }: Seen,
): readonly Around[] {
  const faults = faultLog((fault) => log.error('a tool failed', fault))
  return [faults, ...(around ? [around] : []), limits.around, ...arounds, ...(checkAnswers ? [answerChecks(tools)] : [])]
}

interface Parts {
  readonly listener: Listener
  readonly lifecycle: Lifecycle
  readonly sources: readonly OperatorSource[]
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
      rereading = rereading.then(() => readAgain(sources))
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
