import type { Elysia } from 'elysia'
import { createApp } from './faces/http/app.ts'
import { callerOf } from './faces/http/client-address.ts'
import { watchProxies } from './faces/http/proxy-watch.ts'
import type { Lifecycle } from './faces/http/service-routes.ts'
import type { CallerOf } from './faces/http/tool-routes.ts'
import { Limits } from './limits/index.ts'
import type { TargetLimit } from './net/budget.ts'
import { limitCrowds } from './net/door/index.ts'
import { Network } from './net/index.ts'
import { findListener } from './net/libc/listener.ts'
import { userAgentOf } from './net/user-agent.ts'
import type { Logger } from './observe/log.ts'
import { contains } from './policy/address.ts'
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
  reload(): readonly Reread[]
  /** Lets another doorstep of this user take the port over; until it asks for that, the port stays exclusive. */
  share(): void
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
  /** What targets may get from all requests together; the default if absent. */
  readonly targets?: TargetLimit
}

/** Opens what tools work with, and lists what can be reread. Throws if something cannot be opened. */
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

/** Opens the data, then listens. Throws if either fails. */
export function serve(config: Config, log: Logger, options: Start): Running {
  const lifecycle: Lifecycle = { stopping: false }
  const limits = new Limits(config)
  const { services, sources } = openServices(config, log, options.targets ?? limits.targets)
  const tools = toolsOf(manifest)
  const faults = faultLog((fault) => log.error('a tool failed', fault))
  // The outermost comes first.
  const around = [faults, limits.around, ...(options.checkAnswers ? [answerChecks(tools)] : [])]
  const limitsOf = (caller: Peer) => limits.overview(caller, tools)
  const { ipdata, catalogue } = services
  const front = { callerOf: watchedCallers(config, log), ipdata, catalogue, log, limitsOf }
  const app = createApp(prepare(tools, services, around), front, lifecycle)
  const listening = listen(app, { ...options, host: config.host })
  watchDoor(listening, config, log)
  return runningOf(listening, lifecycle, sources)
}

function runningOf({ server, host }: Listening, lifecycle: Lifecycle, sources: readonly OperatorSource[]): Running {
  const { port = 0 } = server
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    get pending() {
      return server.pendingRequests
    },
    reload: () => readAgain(sources),
    share: () => findListener(port)?.share(),
    async stop(manner) {
      lifecycle.stopping = true
      lifecycle.hasSuccessor = manner === 'to-successor'
      if (manner === 'as-a-service') await Bun.sleep(LINGER_MS)
      if (manner !== 'at-a-terminal') await findListener(port)?.leave()
      if (manner === 'to-successor') await Bun.sleep(LINGER_MS)
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

/** The files that the settings name, and how each is reread. */
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

/** Finds out who asks, and warns in the log if a proxy is set up wrongly. */
function watchedCallers({ trustedProxies, clientIpHeader }: Config, log: Logger): CallerOf {
  const trust = { proxies: trustedProxies, header: clientIpHeader }
  const watch = watchProxies(trust, log)
  return (peer, headers) => {
    const caller = callerOf(peer, headers, trust)
    watch(caller, headers)
    return caller
  }
}

/** No client keeps all connections to itself; proxies bring those of many. */
function watchDoor({ server }: Listening, { trustedProxies }: Config, log: Logger): void {
  if (server.port === undefined) return
  let isSaid = false
  limitCrowds({
    port: server.port,
    isProxy: (address) => trustedProxies.some((block) => contains(block, address)),
    crowded(surplus) {
      if (!isSaid) log.warn(CROWDED, { surplus })
      isSaid = true
    },
  })
}

const CROWDED =
  'one client opened more than 512 connections, and those beyond were ended: if it is a proxy of yours, add it to --trusted-proxies ' +
  '(said once)'

async function endRequests(server: Bun.Server<unknown>, manner: Manner): Promise<void> {
  const anyPending = server.pendingRequests > 0
  // Closes the listener; its promise also waits for idle connections, so the requests are counted instead.
  void server.stop(false)
  const deadline = performance.now() + DRAIN_MS
  while (server.pendingRequests > 0 && performance.now() < deadline) await Bun.sleep(DRAIN_STEP_MS)
  if (anyPending || manner !== 'at-a-terminal') await Bun.sleep(FLUSH_MS)
  await server.stop(true)
}

interface Listening {
  readonly server: Bun.Server<unknown>
  readonly host: string
}

function listen(app: Elysia, { host, port, reusePort }: Pick<Config, 'host'> & Pick<Start, 'port' | 'reusePort'>): Listening {
  try {
    app.listen({ hostname: host, port, reusePort })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // The kernel does not have IPv6, so all addresses are IPv4.
    if (code === 'EAFNOSUPPORT' && host === ANY_IPV6) return listen(app, { host: ANY_IPV4, port, reusePort })
    const explain = LISTEN_FAILURES[code]
    throw explain ? explain(host, port) : error
  }
  if (!app.server) throw new Error('the server did not start')
  return { server: app.server, host }
}

const ANY_IPV6 = '::'
const ANY_IPV4 = '0.0.0.0'

/** Why listening can fail, and what to change. */
const LISTEN_FAILURES: Record<string, (host: string, port: number) => Error> = {
  EADDRINUSE: (host, port) => new Error(`port ${port} on ${host} is in use: choose another with --port`),
  EACCES: (_, port) =>
    new ConfigError(
      `--port: ${port} requires a privilege that this user does not have: choose a port above 1023, or set ` +
        'AmbientCapabilities=CAP_NET_BIND_SERVICE and CapabilityBoundingSet=CAP_NET_BIND_SERVICE in the systemd unit',
    ),
  EADDRNOTAVAIL: (host) => new ConfigError(`--host: ${host} is not an address of this machine`),
  EAFNOSUPPORT: (host) => new ConfigError(`--host: ${host} belongs to an address family that this machine does not support`),
}

function logOverlay(catalogue: CatalogueSource, log: Logger): void {
  const overlay = catalogue.overlay()
  if (!overlay) return
  for (const warning of overlay.warnings) log.warn(warning)
  if (Object.keys(overlay.counts).length > 0) log.info('catalogue merged', overlay.counts)
}
