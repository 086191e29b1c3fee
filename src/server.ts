import type { Elysia } from 'elysia'
import { createApp } from './faces/http/app.ts'
import { callerOf } from './faces/http/client-address.ts'
import { watchProxies } from './faces/http/proxy-watch.ts'
import type { Lifecycle } from './faces/http/service-routes.ts'
import type { CallerOf } from './faces/http/tool-routes.ts'
import { Limits } from './limits/index.ts'
import type { TargetLimit } from './net/budget.ts'
import { Network } from './net/index.ts'
import { userAgentOf } from './net/user-agent.ts'
import type { Logger } from './observe/log.ts'
import type { Peer } from './policy/caller.ts'
import { Gate } from './policy/gate.ts'
import { ownAddresses } from './policy/own-addresses.ts'
import { manifest } from './registry/manifest.gen.ts'
import { toolsOf } from './registry/tools.ts'
import type { CatalogueSource } from './router/catalogue/load.ts'
import { answerChecks } from './run/answer.ts'
import { faultLog } from './run/faults.ts'
import { prepare, type Services } from './run/run.ts'
import { type Config, OPTIONS } from './settings/options.ts'
import { ConfigError } from './settings/read.ts'
import { type OperatorSource, type Reread, readAgain } from './settings/reload.ts'
import { openCatalog, openData, openRoots } from './sources.ts'

/**
 * How long a stopping server still answers, each answer with `Connection: close`: clients let go of their connections, so
 * that none is cut with a request on its way.
 */
const LINGER_MS = 2000
/** How long running checks may take to end after that. */
const DRAIN_MS = 7900
const DRAIN_STEP_MS = 20
/** For the last answer to leave. */
const FLUSH_MS = 100

export interface Running {
  /** Where it listens, as a URL without a path. */
  readonly url: string
  /** How many requests are being answered. */
  readonly pending: number
  /** Reads again what the operator's flags name, each by itself. */
  reload(): readonly Reread[]
  /**
   * Stops accepting and lets running requests end, within 10 seconds. For a service that is first made known to its clients, which
   * takes two of them; at a terminal nobody is waited for who has not asked.
   */
  stop(manner: Manner): Promise<void>
}

type Manner = 'as-a-service' | 'at-a-terminal'

/** What tools work with, as the operator wants it, and what of it can be read again. Throws where something cannot be opened. */
export function openServices(
  config: Config,
  log: Logger,
  targets: TargetLimit,
): { services: Services; sources: readonly OperatorSource[] } {
  const ipdata = openData(config)
  if (!ipdata.mapped) log.warn('the IP data could not be mapped and were read into memory')
  const gate = gateOf(config)
  const extraCa = openRoots(config)
  const network = new Network({
    resolvers: config.resolvers,
    finds: gate,
    roots: () => extraCa.certificates,
    userAgent: userAgentOf(config.contact),
    targets,
  })
  const catalogue = openCatalog(config)
  logOverlay(catalogue, log)
  const services = { ipdata, catalogue: catalogue.read, gate, network }
  return { services, sources: sourcesOf(config, { ipdata, extraCa, catalogue, log }) }
}

interface ServeOptions {
  readonly checkAnswers: boolean
  /** What targets may get from all who ask; as always without it. */
  readonly targets?: TargetLimit
}

/** Opens the data, then listens. Throws where either fails. */
export function serve(config: Config, log: Logger, { checkAnswers, targets }: ServeOptions): Running {
  const lifecycle: Lifecycle = { stopping: false }
  const limits = new Limits(config)
  const { services, sources } = openServices(config, log, targets ?? limits.targets)
  const tools = toolsOf(manifest)
  const faults = faultLog((fault) => log.error('a tool failed', fault))
  // The first is outermost.
  const around = [faults, limits.around, ...(checkAnswers ? [answerChecks(tools)] : [])]
  const limitsOf = (caller: Peer) => limits.overview(caller, tools)
  const { ipdata, catalogue } = services
  const front = { callerOf: watchedCallers(config, log), ipdata, catalogue, log, limitsOf }
  const app = createApp(prepare(tools, services, around), front, lifecycle)
  return runningOf(listen(app, config), lifecycle, sources)
}

function runningOf({ server, host }: Listening, lifecycle: Lifecycle, sources: readonly OperatorSource[]): Running {
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`,
    get pending() {
      return server.pendingRequests
    },
    reload: () => readAgain(sources),
    async stop(manner) {
      lifecycle.stopping = true
      if (manner === 'as-a-service') await Bun.sleep(LINGER_MS)
      await endRequests(server, manner)
    },
  }
}

interface Opened {
  readonly ipdata: ReturnType<typeof openData>
  readonly extraCa: ReturnType<typeof openRoots>
  readonly catalogue: CatalogueSource
  readonly log: Logger
}

/** What the operator's flags name, and how each is read again. */
function sourcesOf(config: Config, { ipdata, extraCa, catalogue, log }: Opened): OperatorSource[] {
  return [
    { what: `--${OPTIONS.cityDb.flag}`, path: config.cityDb, read: () => ipdata.reload('city') },
    { what: `--${OPTIONS.asnDb.flag}`, path: config.asnDb, read: () => ipdata.reload('network') },
    { what: `--${OPTIONS.extraCa.flag}`, path: config.extraCa, read: () => extraCa.reload() },
    {
      what: `--${OPTIONS.catalogDir.flag}`,
      path: config.catalogDir,
      read() {
        catalogue.reload()
        logOverlay(catalogue, log)
      },
    },
  ]
}

/** The one place where the operator's rules become a gate. */
function gateOf({ allowTargets, denyTargets, denyPorts, ddnsDomains, showLocalHops }: Config): Gate {
  const rules = { allow: allowTargets, deny: denyTargets, denyPorts, ddnsDomains, ownAddresses: ownAddresses() }
  return new Gate(rules, showLocalHops)
}

/** Who asks, and a word in the log where a proxy is not understood. */
function watchedCallers({ trustedProxies, clientIpHeader }: Config, log: Logger): CallerOf {
  const trust = { proxies: trustedProxies, header: clientIpHeader }
  const watch = watchProxies(trust, log)
  return (peer, headers) => {
    const caller = callerOf(peer, headers, trust)
    watch(caller, headers)
    return caller
  }
}

async function endRequests(server: Bun.Server<unknown>, manner: Manner): Promise<void> {
  const anyPending = server.pendingRequests > 0
  // Closes the listener; its promise would wait for idle connections, too, so the requests are counted instead.
  void server.stop(false)
  const deadline = performance.now() + DRAIN_MS
  while (server.pendingRequests > 0 && performance.now() < deadline) await Bun.sleep(DRAIN_STEP_MS)
  if (anyPending || manner === 'as-a-service') await Bun.sleep(FLUSH_MS)
  await server.stop(true)
}

interface Listening {
  readonly server: Bun.Server<unknown>
  readonly host: string
}

function listen(app: Elysia, { host, port }: Pick<Config, 'host' | 'port'>): Listening {
  try {
    app.listen({ hostname: host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // A kernel without IPv6: both families are IPv4 alone.
    if (code === 'EAFNOSUPPORT' && host === ANY_IPV6) return listen(app, { host: ANY_IPV4, port })
    const explain = LISTEN_FAILURES[code]
    throw explain ? explain(host, port) : error
  }
  if (!app.server) throw new Error('the server did not start')
  return { server: app.server, host }
}

const ANY_IPV6 = '::'
const ANY_IPV4 = '0.0.0.0'

/** What listening can fail with, in words that say what to change. */
const LISTEN_FAILURES: Record<string, (host: string, port: number) => Error> = {
  EADDRINUSE: (host, port) => new Error(`port ${port} on ${host} is in use: choose another with --port`),
  EACCES: (_, port) =>
    new ConfigError(
      `--port: ${port} requires a privilege that this user does not have: choose a port above 1023, or set ` +
        'AmbientCapabilities=CAP_NET_BIND_SERVICE and CapabilityBoundingSet=CAP_NET_BIND_SERVICE in the systemd unit',
    ),
  EADDRNOTAVAIL: (host) => new ConfigError(`--host: ${host} is not an address of this machine`),
  EAFNOSUPPORT: (host) => new ConfigError(`--host: ${host} is of an address family that this machine does not support`),
}

function logOverlay(catalogue: CatalogueSource, log: Logger): void {
  const overlay = catalogue.overlay()
  if (!overlay) return
  for (const warning of overlay.warnings) log.warn(warning)
  if (Object.keys(overlay.counts).length > 0) log.info('catalogue laid over', overlay.counts)
}
