import type { TargetLimit } from '../../net/budget.ts'
import { Network } from '../../net/index.ts'
import { userAgentOf } from '../../net/user-agent.ts'
import type { Logger } from '../../platform/log.ts'
import { CatalogueError } from '../../router/catalogue/faults.ts'
import { type CatalogueSource, openCatalogue } from '../../router/catalogue/load.ts'
import { type Config, OPTIONS } from '../../settings/options.ts'
import type { OperatorSource } from '../../settings/reload.ts'
import type { Services } from '../run/run.ts'
import { type Opened, open, orConfigError } from './files.ts'

export function catalogueOf({ catalogDir }: Pick<Config, 'catalogDir'>): CatalogueSource {
  return orConfigError(
    () => openCatalogue(catalogDir),
    (error) => error instanceof CatalogueError && 'catalogDir',
  )
}

/** Opens the services that tools use, and returns how the catalogue is reread. Throws if something cannot be opened. */
export function openServices(
  config: Config,
  log: Logger,
  targets: TargetLimit | null,
  { ipdata, gate, extraCa }: Opened = open(config, log),
): { services: Services; source: OperatorSource } {
  const network = new Network({
    resolvers: config.resolvers,
    finds: gate,
    roots: () => extraCa.certificates,
    userAgent: userAgentOf(config.contact),
    targets,
  })
  const catalogue = catalogueOf(config)
  logOverlay(catalogue, log)
  const services = { ipdata, catalogue: catalogue.read, gate, network }
  return { services, source: catalogueSource(config, catalogue, log) }
}

function catalogueSource({ catalogDir }: Config, catalogue: CatalogueSource, log: Logger): OperatorSource {
  return {
    what: `--${OPTIONS.catalogDir.flag}`,
    path: catalogDir,
    read() {
      catalogue.reload()
      logOverlay(catalogue, log)
    },
  }
}

function logOverlay(catalogue: CatalogueSource, log: Logger): void {
  const overlay = catalogue.overlay()
  if (!overlay) return
  for (const { en } of overlay.warnings) log.warn(en)
  if (Object.keys(overlay.counts).length > 0) log.info('catalogue merged', overlay.counts)
}
