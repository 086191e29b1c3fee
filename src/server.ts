import { createApp } from './faces/http/app.ts'
import { callerOf } from './faces/http/client-address.ts'
import type { CallerOf } from './faces/http/incoming.ts'
import { type Listener, listen } from './faces/http/listener.ts'
import { watchProxies } from './faces/http/proxy-watch.ts'
import type { Lifecycle } from './faces/http/service-routes.ts'
import { Network } from './net/index.ts'
import { steeredTo } from './net/libc/steer.ts'
import { userAgentOf } from './net/user-agent.ts'
import { watchDataAge } from './observe/data-age.ts'
import type { Logger } from './observe/log.ts'
import { type Observing, observe } from './observing.ts'
import { Gate } from './policy/gate.ts'
import { ownAddresses } from './policy/own-addresses.ts'
import { manifest } from './registry/manifest.gen.ts'
import { type NamedTool, toolsOf } from './registry/tools.ts'
import type { CatalogueSource } from './router/catalogue/load.ts'
import { answerChecks } from './run/answer.ts'
import type { Around } from './run/call.ts'
import { faultLog } from './run/faults.ts'
import { prepare, type Services } from './run/run.ts'
import { type Config, OPTIONS } from './settings/options.ts'
import { type OperatorSource, type Reread, readAgain } from './settings/reload.ts'
import { openCatalog, openData, openRoots, openTls } from './sources.ts'

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
export function openServices(config: Config, log: Logger): { services: Services; sources: readonly OperatorSource[] } {
  const ipdata = openData(config)
  if (!ipdata.mapped) log.warn('the IP data could not be mapped and were read into memory')
  const gate = gateOf(config)
  const extraCa = openRoots(config)
  const network = new Network({
    resolvers: config.resolvers,
    finds: gate,
    roots: () => extraCa.certificates,
    userAgent: userAgentOf(config.contact),
  })
  const catalogue = openCatalog(config)
  logOverlay(catalogue, log)
  const services = { ipdata, catalogue: catalogue.read, gate, network }
  return { services, sources: sourcesOf(config, { ipdata, extraCa, catalogue, log }) }
}

/** Opens the data, then listens. Throws where either fails. */
export function serve(config: Config, log: Logger, options: { checkAnswers: boolean }): Running {
  const lifecycle: Lifecycle = { stopping: false }
  const tls = openTls(config)
  const { services, sources } = openServices(config, log)
  const tools = toolsOf(manifest)
  const callerOf = watchedCallers(config, log)
  const { ipdata, catalogue } = services
  const observing = observe(config, { tools, callerOf, log, datasets: () => ipdata.datasets, limitStoreUp: null })
  const runnables = prepare(tools, services, aroundRuns(tools, log, options, observing))
  const app = createApp(runnables, { callerOf, ipdata, catalogue, log, ...observing }, lifecycle)
  if (tls?.fault) log.warn(tls.fault)
  observing.listen()
  const listener = listen(app, config, tls?.identity ?? null, steeredTo)
  watchDataAge(() => ipdata.datasets, log)
  return runningOf(listener, lifecycle, [...sources, ...tlsSource(config, tls, listener)], observing)
}

/** Both files are one source: a certificate without its key is of no use. */
function tlsSource({ tlsCert }: Config, tls: ReturnType<typeof openTls>, listener: Listener): OperatorSource[] {
  const read = () => {
    tls?.reload()
    if (tls) listener.present(tls.identity)
  }
  return [{ what: `--${OPTIONS.tlsCert.flag}, --${OPTIONS.tlsKey.flag}`, path: tlsCert, read }]
}

/** What surrounds every run, the first outermost. */
function aroundRuns(
  tools: readonly NamedTool[],
  log: Logger,
  { checkAnswers }: { checkAnswers: boolean },
  { arounds }: Observing,
): readonly Around[] {
  const faults = faultLog((fault) => log.error('a tool failed', fault))
  return [faults, ...arounds, ...(checkAnswers ? [answerChecks(tools)] : [])]
}

function runningOf(listener: Listener, lifecycle: Lifecycle, sources: readonly OperatorSource[], observing: Observing): Running {
  return {
    url: listener.url,
    get pending() {
      return listener.pending
    },
    reload: () => readAgain(sources),
    async stop(manner) {
      lifecycle.stopping = true
      if (manner === 'as-a-service') await Bun.sleep(LINGER_MS)
      await endRequests(listener, manner)
      observing.close()
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

async function endRequests(listener: Listener, manner: Manner): Promise<void> {
  const anyPending = listener.pending > 0
  listener.close()
  const deadline = performance.now() + DRAIN_MS
  while (listener.pending > 0 && performance.now() < deadline) await Bun.sleep(DRAIN_STEP_MS)
  if (anyPending || manner === 'as-a-service') await Bun.sleep(FLUSH_MS)
  await listener.cut()
}

function logOverlay(catalogue: CatalogueSource, log: Logger): void {
  const overlay = catalogue.overlay()
  if (!overlay) return
  for (const warning of overlay.warnings) log.warn(warning)
  if (Object.keys(overlay.counts).length > 0) log.info('catalogue laid over', overlay.counts)
}
