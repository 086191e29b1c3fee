import { statSync } from 'node:fs'
import { join } from 'node:path'
import { STATE_FILE } from '../../ipdata/data-dir.ts'
import { filesInPlaceOf, SUMMARY_FILE } from '../../ipdata/embedded.ts'
import { DataFileError, IpData } from '../../ipdata/lookup.ts'
import type { Logger } from '../../platform/log.ts'
import { codeOf } from '../../platform/misfit.ts'
import { Gate } from '../../policy/gate.ts'
import { PairTokens } from '../../policy/pair.ts'
import { ownAddresses } from '../../policy/rules.ts'
import { ConfigError, Misfit, saidBy } from '../../settings/config-error.ts'
import { type Config, OPTIONS } from '../../settings/options.ts'
import type { OperatorSource } from '../../settings/reload.ts'
import { ExtraCa, openTlsFiles, type TlsFiles } from '../../settings/tls-files.ts'
import { builtInSource, PlugInError, type ToolSource } from '../plugins/index.ts'

/** Opens the extra roots. Like the other openers here, it throws a ConfigError of the flag for a file that cannot be used. */
export function openRoots({ extraCa }: Pick<Config, 'extraCa'>): ExtraCa {
  return orConfigError(
    () => new ExtraCa(extraCa),
    (error) => error instanceof Misfit && 'extraCa',
  )
}

export function openData({ cityDb, asnDb, dataDir }: Pick<Config, 'cityDb' | 'asnDb' | 'dataDir'>): IpData {
  return orConfigError(
    () => new IpData({ city: cityDb, network: asnDb, dir: dataDir }),
    (error) => error instanceof DataFileError && (error.database === 'city' ? 'cityDb' : 'asnDb'),
  )
}

/** Returns the built-in tools and those of --tools-dir. `tell` is called if anything that plug-ins leave running fails. */
export async function openTools({ toolsDir }: Pick<Config, 'toolsDir'>, tell: (error: unknown) => void): Promise<ToolSource> {
  // A command that runs one tool does not load all of them.
  const [{ manifest }, { toolsOf }] = await Promise.all([import('../registry/manifest.gen.ts'), import('../registry/tools.ts')])
  const builtIn = toolsOf(manifest)
  if (toolsDir === null) return builtInSource(builtIn)
  // Loaded only if there are plug-ins.
  const { openFolder } = await import('../plugins/load.ts')
  try {
    return await openFolder(toolsDir, builtIn, tell)
  } catch (error) {
    throw error instanceof PlugInError ? ConfigError.of(OPTIONS.toolsDir.flag, saidBy(error)) : error
  }
}

/** Opens the certificate and key; null if the port speaks plain HTTP. */
export function openTls(config: Pick<Config, 'tlsCert' | 'tlsKey'>): TlsFiles | null {
  try {
    return openTlsFiles(config)
  } catch (error) {
    throw error instanceof Misfit ? new ConfigError(saidBy(error)) : error
  }
}

export interface Opened {
  readonly ipdata: IpData
  readonly gate: Gate
  readonly extraCa: ExtraCa
}

/** Opens the files and rules. Throws a ConfigError if something cannot be opened. */
export function open(config: Config, log: Logger): Opened {
  const extraCa = openRoots(config)
  const ipdata = openData(config)
  if (config.dataDir !== null) logData(ipdata, log)
  if (!ipdata.mapped) log.warn('the IP data could not be mapped and were read into memory')
  return { ipdata, gate: gateOf(config), extraCa }
}

/** Returns the files of data and roots that the settings name, and how each is reread. */
export function filesToReread(config: Config, { ipdata, extraCa }: Opened): OperatorSource[] {
  return [
    { what: `--${OPTIONS.cityDb.flag}`, path: config.cityDb, read: () => ipdata.reload('city') },
    { what: `--${OPTIONS.asnDb.flag}`, path: config.asnDb, read: () => ipdata.reload('network') },
    {
      what: `--${OPTIONS.dataDir.flag}`,
      path: config.dataDir,
      async read() {
        renew(ipdata)
        return datasetsIn(ipdata)
      },
    },
    { what: `--${OPTIONS.extraCa.flag}`, path: config.extraCa, read: () => extraCa.reload() },
  ]
}

/** Makes the gate from the operator's rules. This happens only here. */
function gateOf({ allowTargets, denyTargets, denyPorts, ddnsDomains, showLocalHops, pairSecret }: Config): Gate {
  const rules = { allow: allowTargets, deny: denyTargets, denyPorts, ddnsDomains, ownAddresses: ownAddresses() }
  return new Gate(rules, showLocalHops, new PairTokens(pairSecret))
}

/** Logs the data in use and their origin. An unusable file of the folder does not stop the start. */
function logData(ipdata: IpData, log: Logger): void {
  for (const { en } of ipdata.dirFaults) log.error(`--${OPTIONS.dataDir.flag}: ${en}: the embedded data are used instead`)
  log.info('data in use', datasetsIn(ipdata))
}

/** Returns the datasets for the log: `{ city: "2026-11-01 data-dir" }`. */
function datasetsIn({ datasets }: IpData): Record<string, string> {
  return Object.fromEntries(datasets.map(({ id, buildDate, origin }) => [id, `${buildDate} ${origin}`]))
}

/** The time after which old data are released: running requests end with the data that they began with. */
const RELEASE_MS = 1000

/** Renews the data. The collector is called to release the old ones, because by itself it would run much later. */
function renew(ipdata: IpData): void {
  ipdata.renew()
  setTimeout(() => Bun.gc(true), RELEASE_MS).unref()
}

/** A look costs some microseconds. */
const LOOK_EVERY_MS = 200

/**
 * Follows `doorstep data update`: uses newer data as soon as they are in the folder, until the process ends. In a checkout whose data are
 * still being built, it uses them as soon as they are there. It looks by itself, because some network drives and containers report no changes.
 */
export function followData({ dataDir }: Pick<Config, 'dataDir'>, ipdata: IpData, log: Logger | null): void {
  if (filesInPlaceOf('city') !== null) {
    const stop = follow(SUMMARY_FILE, () => {
      if (filesInPlaceOf('city') !== null) return
      stop()
      replaceData(ipdata, log)
    })
  }
  if (dataDir !== null) follow(join(dataDir, STATE_FILE), () => replaceData(ipdata, log))
}

/** Calls back whenever a file is not the one that it is now. Returns a function that ends that. */
function follow(path: string, changed: () => void): () => void {
  let known = markOf(path)
  const timer = setInterval(() => {
    const mark = markOf(path)
    if (mark === known) return
    known = mark
    changed()
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Returns a mark that differs whenever a file was replaced, or cannot be looked at any more. */
function markOf(path: string): string {
  try {
    const { dev, ino, size, mtimeMs } = statSync(path)
    return `${dev} ${ino} ${size} ${mtimeMs}`
  } catch (error) {
    return codeOf(error)
  }
}

function replaceData(ipdata: IpData, log: Logger | null): void {
  try {
    renew(ipdata)
    log?.info('data replaced', datasetsIn(ipdata))
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'cannot be read'
    log?.error(`--${OPTIONS.dataDir.flag}: ${reason}: the previous data stay in use`)
  }
}

/** Opens something. `settingOf` names the setting that an error is about; it returns false for an internal fault. */
export function orConfigError<Made>(open: () => Made, settingOf: (error: unknown) => keyof typeof OPTIONS | false): Made {
  try {
    return open()
  } catch (error) {
    const setting = settingOf(error)
    if (!setting) throw error
    throw ConfigError.of(OPTIONS[setting].flag, saidBy(error))
  }
}
