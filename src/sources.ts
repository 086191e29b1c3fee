import { DataFileError, IpData } from './ipdata/lookup.ts'
import { type CatalogueSource, openCatalogue } from './router/catalogue/load.ts'
import { CatalogueError } from './router/catalogue/mistakes.ts'
import { ConfigError } from './settings/config-error.ts'
import { type ExtraCa, ExtraCaError, openExtraCa } from './settings/extra-ca.ts'
import { type Config, OPTIONS } from './settings/options.ts'
import { openTlsFiles, TlsFileError, type TlsFiles } from './settings/tls-files.ts'

/** The files and folders that the operator names, opened. One that cannot be used is a wrong value of its flag: a ConfigError. */
export function openRoots({ extraCa }: Pick<Config, 'extraCa'>): ExtraCa {
  return orConfigError(
    () => openExtraCa(extraCa),
    (error) => error instanceof ExtraCaError && 'extraCa',
  )
}

export function openCatalog({ catalogDir }: Pick<Config, 'catalogDir'>): CatalogueSource {
  return orConfigError(
    () => openCatalogue(catalogDir),
    (error) => error instanceof CatalogueError && 'catalogDir',
  )
}

export function openData({ cityDb, asnDb }: Pick<Config, 'cityDb' | 'asnDb'>): IpData {
  return orConfigError(
    () => new IpData({ city: cityDb, network: asnDb }),
    (error) => error instanceof DataFileError && (error.database === 'city' ? 'cityDb' : 'asnDb'),
  )
}

/** Null where the port speaks plain HTTP. */
export function openTls(config: Pick<Config, 'tlsCert' | 'tlsKey'>): TlsFiles | null {
  try {
    return openTlsFiles(config)
  } catch (error) {
    throw error instanceof TlsFileError ? new ConfigError(error.message) : error
  }
}

/** `settingOf` names the setting that an error speaks of; false for a fault of ours. */
function orConfigError<Opened>(open: () => Opened, settingOf: (error: unknown) => keyof typeof OPTIONS | false): Opened {
  try {
    return open()
  } catch (error) {
    const setting = settingOf(error)
    if (!setting || !(error instanceof Error)) throw error
    throw new ConfigError(`--${OPTIONS[setting].flag}: ${error.message}`)
  }
}
