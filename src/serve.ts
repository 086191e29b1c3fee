import type { Elysia } from 'elysia'
import { createApp } from './app.ts'
import { type Config, ConfigError, OPTIONS } from './config.ts'
import { DataFileError, IpData } from './ipdata/lookup.ts'
import type { Logger } from './log.ts'
import { manifest } from './registry/manifest.gen.ts'
import { toolsOf } from './registry/tools.ts'
import type { Lifecycle } from './routes.ts'

/**
 * How long a stopping server still answers, each answer with `Connection: close`: clients let go of their connections, so
 * that none is cut with a request on its way.
 */
const LINGER_MS = 2000
/** How long running checks may take to end after that. */
const DRAIN_MS = 8000

export interface Running {
  /** Where it listens, as a URL without a path. */
  readonly url: string
  /** Reads the operator's data files again. */
  reload(): void
  /** Stops accepting, lets running requests end, within 10 seconds. */
  stop(): Promise<void>
}

/** Opens the data, then listens. Throws where either fails. */
export function serve(config: Config, log: Logger, options: { checkAnswers: boolean }): Running {
  const ipdata = openData(config)
  if (!ipdata.mapped) log.warn('the IP data could not be mapped and were read into memory')
  const lifecycle: Lifecycle = { stopping: false }
  const trust = { proxies: config.trustedProxies, header: config.clientIpHeader }
  const app = createApp(toolsOf(manifest), { trust, ipdata, log, checkAnswers: options.checkAnswers }, lifecycle)
  const server = listen(app, config)
  return {
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${server.port}`,
    reload: () => ipdata.reload(),
    async stop() {
      lifecycle.stopping = true
      await Bun.sleep(LINGER_MS)
      await Promise.race([server.stop(false), Bun.sleep(DRAIN_MS)])
      await server.stop(true)
    },
  }
}

function listen(app: Elysia, { host, port }: Config): Bun.Server<unknown> {
  try {
    app.listen({ hostname: host, port })
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (inUse) throw new Error(`port ${port} on ${host} is in use: choose another with --port`)
    throw error
  }
  if (!app.server) throw new Error('the server did not start')
  return app.server
}

/** A file that cannot be used is a wrong value of its flag. */
function openData({ cityDb, asnDb }: Config): IpData {
  try {
    return new IpData({ city: cityDb, network: asnDb })
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error
    throw new ConfigError(`--${OPTIONS[error.database === 'city' ? 'cityDb' : 'asnDb'].flag}: ${error.message}`)
  }
}
