import { type App, bunRoutes, ownPaths, pathsOf, toolPaths } from '../faces/http/bun-routes.ts'
import type { Lifecycle } from '../faces/http/entrance.ts'
import { type Listener, listen, listenHeld } from '../faces/http/listener.ts'
import { queriesOf } from '../faces/http/queries.ts'
import { PROBE_PATH } from '../faces/http/reply.ts'
import type { Site } from '../faces/http/site.ts'
import { receiveVisitors, sayWhichPages, watchDoor } from '../faces/http/visitors.ts'
import { themeFor, themeSource } from '../faces/web/theme-file.ts'
import type { LimitStore } from '../limits/gcra.ts'
import { type LimitSettings, Limits } from '../limits/index.ts'
import type { OpenedStore } from '../limits/redis-store.ts'
import type { Samples } from '../metrics/samples.ts'
import { adopt, findListener, type HeldSocket } from '../net/libc/listener.ts'
import { watchDataAge } from '../operations/opening/data-age.ts'
import { filesToReread, followData, type Opened, open, openTls } from '../operations/opening/files.ts'
import type { ToolSet, ToolSource } from '../operations/plugins/index.ts'
import { loaders } from '../operations/registry/loaders.gen.ts'
import { queries } from '../operations/registry/queries.gen.ts'
import { CHECKS_PATH, methodsOf, toolsOf } from '../operations/registry/tools.ts'
import type { Around } from '../operations/run/call.ts'
import { faultLog } from '../operations/run/faults.ts'
import { prepareQueries } from '../operations/run/tool-run.ts'
import type { Logger } from '../platform/log.ts'
import { patient, TESTING } from '../platform/testing.ts'
import { type Config, OPTIONS } from '../settings/options.ts'
import { type OperatorSource, reread } from '../settings/reload.ts'
import type { ExtraCa } from '../settings/tls-files.ts'
import { openEcho } from './echo.ts'
import type { Faces, OpenedFaces } from './faces.ts'
import { type Observing, observe } from './observing.ts'

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

/** The facts of a process that are not settings. */
interface Start extends Tooling {
  /** The port of the settings; in one of several processes, the port that the first one found. */
  readonly port: number
  /** Whether others may listen on it at the same time. */
  readonly reusePort: boolean
  /** The sockets to listen on; absent or empty for the host and port. */
  readonly held?: readonly HeldSocket[]
  /** Absent unless this is one of several processes. */
  readonly group?: Group
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

/** Opens the store that this instance shares with others; without one, a table of this process. Loads the client of the store only then. */
export async function openLimitStore({ redisUrl }: Config, log: Logger, extraCa: ExtraCa): Promise<OpenedStore> {
  const [{ openStore }, { rootsWith }] = await Promise.all([import('../limits/redis-store.ts'), import('../net/tls/trust.ts')])
  return openStore(redisUrl, log, () => rootsWith(extraCa.certificates))
}

/**
 * Opens the files and folders of the settings, then listens. Throws if either fails. Queries are answered at once; any other request waits
 * until the other tools and the faces are loaded, unless they were loaded before.
 */
export async function serve(config: Config, log: Logger, start: Start): Promise<Running> {
  const { group, held = [] } = start
  const tls = openTls(config)
  const opened = open(config, log)
  const theme = themeFor(config)
  const store = group || !config.redisUrl ? null : await openLimitStore(config, log, opened.extraCa)
  const visitors = receiveVisitors(config, log)
  const limits = limitsFor({ ...config, tell: visitors.tell }, group?.store ?? store, group)
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
  const faces = new LateFaces(config, start, { opened, limits, observing, site }, (next) => listener.serve(routesOf(next, site)))
  const routes = typeof start.tools === 'function' ? faces.firstRoutes() : routesOf((await faces.load()).current(), site)
  if (tls?.fault) log.warn(tls.fault.en)
  const { [PROBE_PATH]: probe } = routes.routes
  observing.listen(probe ? { [PROBE_PATH]: probe } : {})
  const identity = tls?.identity ?? null
  const place = { ...start, host: config.host }
  const listener = held.length > 0 ? listenHeld(routes, held, identity, adopt) : listen(routes, place, identity, findListener)
  watchDoor(listener, config, visitors.tell)
  // Every process has its own data; the first one logs for all.
  const isFirst = group?.isFirst !== false
  const echo = isFirst ? await openEcho({ ...config, isShared: start.reusePort }, opened, limits, log) : null
  followData(config, opened.ipdata, isFirst ? log : null)
  if (isFirst) watchDataAge(datasets, config.dataDir, log)
  if (isFirst) sayWhichPages(config, log)
  const sources = [...filesToReread(config, opened), ...themeSource(config, theme), ...tlsSource(config, tls, listener)]
  return new Running(listener, lifecycle, observing, () => [...sources, ...faces.sources], { store, echo })
}

/** Makes the limits. Several processes divide the slots for checks among them: a free slot of one cannot be used by another. */
function limitsFor({ maxConcurrency, ...rest }: LimitSettings, shared: LimitStore | null, group: Group | undefined): Limits {
  return new Limits({ ...rest, maxConcurrency: group?.shareOf(maxConcurrency) ?? maxConcurrency }, shared)
}

/** Returns certificate and key as one source, because a certificate without its key is useless. */
function tlsSource({ tlsCert }: Config, tls: ReturnType<typeof openTls>, listener: Listener): OperatorSource[] {
  const read = () => {
    tls?.reload()
    if (tls) listener.present(tls.identity)
  }
  return [{ what: `--${OPTIONS.tlsCert.flag}, --${OPTIONS.tlsKey.flag}`, path: tlsCert, read }]
}

/** A server that listens. */
export class Running {
  private rereading: Promise<void> = Promise.resolve()

  constructor(
    private readonly listener: Listener,
    private readonly lifecycle: Lifecycle,
    private readonly observing: Observing,
    private readonly sources: () => readonly OperatorSource[],
    /** The parts that end with it. */
    private readonly ending: { readonly store: OpenedStore | null; readonly echo: Disposable | null },
  ) {}

  /** The URL at which it listens, without a path. */
  get url(): string {
    return this.listener.url
  }

  /** The URLs of further sockets. */
  get more(): readonly string[] {
    return this.listener.more
  }

  get port(): number {
    return this.listener.port
  }

  /** The number of requests that are being answered. */
  get pending(): number {
    return this.listener.pending
  }

  /** Rereads the files that the settings name, and logs that; one after the other, so that the last one counts. */
  reload(log: Logger): Promise<void> {
    this.rereading = this.rereading.then(() => reread(this.sources(), log))
    return this.rereading
  }

  /** Lets other processes of this user listen on the port as well; until then it is exclusive. */
  share(): void {
    this.listener.share()
  }

  /** Returns the counters of the metrics; empty without metrics. */
  samples(): Promise<Samples> {
    return this.observing.samples()
  }

  /** Stops accepting requests and lets running ones end, within 10 seconds. */
  async stop(manner: Manner): Promise<void> {
    const { listener, lifecycle, observing, ending } = this
    lifecycle.stopping = true
    ending.echo?.[Symbol.dispose]()
    lifecycle.hasSuccessor = manner === 'to-successor'
    if (manner === 'as-a-service') await Bun.sleep(LINGER_MS)
    if (manner !== 'at-a-terminal') await listener.leave()
    // The successor gets the port of the metrics as well.
    if (manner === 'to-successor') observing.close()
    if (manner === 'to-successor') await Bun.sleep(LINGER_MS)
    await endRequests(listener, manner)
    observing.close()
    ending.store?.close()
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

/** The tools of a server, and how they are run. */
interface Tooling {
  /** The tools, or a function that loads them on the first request that is not a query. */
  readonly tools: ToolSource | (() => Promise<ToolSource>)
  readonly checkAnswers: boolean
}

/** The parts of a server that its faces work with. */
interface Ground {
  readonly opened: Opened
  readonly limits: Limits
  readonly observing: Observing
  readonly site: Site
}

/** The faces of a server, loaded by the first request that needs them: a server that is asked only for addresses never loads them. */
class LateFaces {
  #loading: Promise<OpenedFaces> | null = null
  #loaded: OpenedFaces | null = null

  constructor(
    private readonly config: Config,
    private readonly tooling: Tooling,
    private readonly ground: Ground,
    private readonly replaced: (faces: Faces) => void,
  ) {}

  get sources(): readonly OperatorSource[] {
    return this.#loaded?.sources ?? []
  }

  /** Loads the faces. If it throws, the next request tries again. */
  load(): Promise<OpenedFaces> {
    this.#loading ??= this.open().catch((error) => {
      this.#loading = null
      throw error
    })
    return this.#loading
  }

  /** Returns routes that answer queries at once and let all other requests wait. */
  firstRoutes() {
    const { opened, site } = this.ground
    const tools = toolsOf(queries)
    const checks = loaders.filter(({ file }) => !tools.some(({ name }) => name === file))
    const later = checks.map(({ file, load }) => {
      const example = async () => (await toolPaths(toolsOf([{ file, module: await load() }]))[0]?.example?.()) ?? ''
      return { path: CHECKS_PATH + file, methods: methodsOf('POST'), tool: file, example }
    })
    const services = { ipdata: opened.ipdata, catalogue: site.catalogue }
    const runnables = prepareQueries(tools, services, this.arounds({ tools, plugIns: [], around: null }))
    const app: App = {
      quickly: (visit) => this.#loaded?.current().quickly(visit) ?? null,
      answer: async (request) => (await this.load()).current().answer(request),
    }
    return bunRoutes(pathsOf([...toolPaths(tools), ...later, ...ownPaths(site)]), queriesOf(runnables, site.marksIds), site, app)
  }

  private async open(): Promise<OpenedFaces> {
    const { config, tooling, replaced } = this
    const { opened, limits, site } = this.ground
    const source = typeof tooling.tools === 'function' ? await tooling.tools() : tooling.tools
    const { openFaces } = await import('./faces.ts')
    const { checkAnswers } = tooling
    const targets = TESTING.unlimitedTargets ? null : limits.targets
    const arounds = (set: ToolSet) => this.arounds(set)
    this.#loaded = openFaces(source, { config, opened, targets, site, checkAnswers, arounds, replaced })
    return this.#loaded
  }

  /** Returns the wrappers of every run, the outermost first. */
  private arounds({ tools, around }: ToolSet): Around[] {
    const { limits, observing, site } = this.ground
    const faults = faultLog((fault) => site.log.error('a tool failed', fault))
    return [faults, ...(around ? [around] : []), limits.around, ...observing.arounds(tools)]
  }
}

function routesOf(faces: Faces, site: Site) {
  const { set, runnables } = faces
  return bunRoutes(
    pathsOf([...toolPaths(set.tools), ...ownPaths(site)]),
    queriesOf(runnables.values(), site.marksIds),
    site,
    faces,
  )
}
