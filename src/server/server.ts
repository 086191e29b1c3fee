import type { BunRoutes } from '../faces/http/bun-routes.ts'
import type { Lifecycle } from '../faces/http/entrance.ts'
import { HeldListener, type Listener, PortListener } from '../faces/http/listener.ts'
import { PROBE_PATH } from '../faces/http/reply.ts'
import type { Site } from '../faces/http/site.ts'
import { receiveVisitors, sayWhichPages, watchDoor } from '../faces/http/visitors.ts'
import { themeFor, themeSource } from '../faces/web/theme-file.ts'
import type { LimitStore } from '../limits/gcra.ts'
import { Limits } from '../limits/limits.ts'
import type { RedisStore } from '../limits/redis-store.ts'
import type { HeldSocket } from '../net/libc/listener.ts'
import { watchDataAge } from '../operations/opening/data-age.ts'
import { filesToReread, followData, type Opened, open, openTls } from '../operations/opening/files.ts'
import type { Logger, Secret } from '../platform/log.ts'
import { patient } from '../platform/testing.ts'
import { ConfigError } from '../settings/config-error.ts'
import { type Config, OPTIONS } from '../settings/options.ts'
import { type OperatorSource, reread } from '../settings/reload.ts'
import type { ExtraCa } from '../settings/tls-files.ts'
import { LateFaces, type Tools } from './late-faces.ts'
import { type Observing, observe } from './observing.ts'

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

interface EchoSettings extends Pick<Config, 'echoPort' | 'host'> {
  /** Whether a process that this one follows may have the port still. */
  readonly isShared: boolean
}

/** Opens the echo port of the settings where the server listens over IPv4; null if there is none. Throws a ConfigError. */
async function openEcho(
  { echoPort: port, host, isShared }: EchoSettings,
  { gate }: Opened,
  { targets }: Limits,
  log: Logger,
): Promise<Disposable | null> {
  if (port === null) return null
  const address = addressOver4(host)
  const { openEchoPort } = await import('../net/echo/server.ts')
  try {
    return await openEchoPort({
      address,
      port,
      isShared,
      targets,
      admit: (sender, from) => gate.admitSender(sender, from),
      fail: (error) => log.error('the echo port failed', { error }),
    })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EADDRINUSE')
      throw ConfigError.of(OPTIONS.echoPort.flag, {
        en: `UDP port ${port} on ${address} is in use: stop what listens there, or choose another`,
        ko: `${address} 주소의 UDP ${port}번 포트를 이미 쓰고 있습니다. 포트를 쓰는 프로그램을 끝내거나 다른 포트를 지정하십시오`,
      })
    throw ConfigError.of(OPTIONS.echoPort.flag, {
      en: `UDP port ${port} on ${address} cannot be listened on (${code})`,
      ko: `${address} 주소의 UDP ${port}번 포트에서 수신할 수 없습니다(${code})`,
    })
  }
}

/** Returns where a server at this host listens over IPv4: a socket file is for a proxy, which passes no datagrams on. */
function addressOver4(host: string): string {
  if (host === 'localhost') return '127.0.0.1'
  if (host === '::' || host.startsWith('unix:')) return '0.0.0.0'
  if (!host.includes(':')) return host
  throw ConfigError.of(OPTIONS.echoPort.flag, {
    en: `counts who translates IPv4 addresses, and --host ${host} listens on none: choose an IPv4 address, or ::`,
    ko: `IPv4 주소를 변환하는 장비를 세는 포트인데 --host ${host}에서는 IPv4로 수신하지 않습니다. IPv4 주소나 ::을 지정하십시오`,
  })
}

/**
 * The time for which a stopping server still answers, each time with `Connection: close`, so that clients close their connections and no
 * request is lost on the way.
 */
const LINGER_MS = patient(2000)
/** The time after that in which running checks must end. */
const DRAIN_MS = patient(7900)
const DRAIN_STEP_MS = 20
/** The time for the last answer to leave. */
const FLUSH_MS = 100

/**
 * The manner of a stop. A service first tells its clients for two seconds that it stops. SIGINT at a terminal stops at once if no request
 * is running. A successor, which already listens on the same port, gets the port first.
 */
export type Manner = 'as-a-service' | 'at-a-terminal' | 'to-successor'

/** The parts of a server that ends with them. */
interface Ending {
  readonly lifecycle: Lifecycle
  /** The store of limits that several instances share; null without one. */
  readonly store: { close(): void } | null
  /** The echo port; null without one. */
  readonly echo: Disposable | null
}

/** A server that listens. */
export class Running {
  private rereading: Promise<void> = Promise.resolve()

  constructor(
    readonly listener: Listener,
    readonly observing: Observing,
    /** Returns the files and folders that can be reread. */
    private readonly sources: () => readonly OperatorSource[],
    private readonly ending: Ending,
  ) {}

  /** Rereads the files that the settings name, one after the other, so that the last one counts. */
  reload(log: Logger): Promise<void> {
    this.rereading = this.rereading.then(() => reread(this.sources(), log))
    return this.rereading
  }

  /** Stops accepting requests and lets running ones end, within 10 seconds. */
  async stop(manner: Manner): Promise<void> {
    const { listener, observing } = this
    const { lifecycle, store, echo } = this.ending
    lifecycle.stopping = true
    echo?.[Symbol.dispose]()
    lifecycle.hasSuccessor = manner === 'to-successor'
    if (manner === 'as-a-service') await Bun.sleep(LINGER_MS)
    if (manner !== 'at-a-terminal') await listener.leave()
    // The successor gets the port of the metrics as well.
    if (manner === 'to-successor') observing.close()
    if (manner === 'to-successor') await Bun.sleep(LINGER_MS)
    await endRequests(listener, manner)
    observing.close()
    store?.close()
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
