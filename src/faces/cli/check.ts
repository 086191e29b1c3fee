import { statSync } from 'node:fs'
import { openData, openRoots, openTls, openTools } from '../../opening/files.ts'
import { openCatalog } from '../../opening/services.ts'
import { judgeBuiltIn } from '../../router/catalogue/built-in.ts'
import { catalogueSchema, catalogueSchemas } from '../../router/catalogue/json-schema.ts'
import { CatalogueError } from '../../router/catalogue/mistakes.ts'
import type { CommandLine } from '../../settings/command-line.ts'
import { type Config, OPTIONS } from '../../settings/options.ts'
import { ConfigError, type Environment, readSettings } from '../../settings/read.ts'
import { themeFor } from '../web/theme-file.ts'
import { EXIT_OK, EXIT_USAGE, type Outcome, printed } from './verb.ts'

/** `doorstep check`: checks the settings and the files that they name, as startup does, but reports every mistake and does not start the server. */
export async function check(line: CommandLine, environment: Environment): Promise<Outcome> {
  const mistakes: string[] = []
  const { config, warnings } = readSettings(line, environment, ({ message }) => mistakes.push(message))
  const lines: string[] = []
  try {
    judgeBuiltIn()
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error
    mistakes.push(error.message)
  }
  for (const { setting, judge } of FILE_CHECKS.filter((file) => config[file.setting] !== null)) {
    try {
      lines.push(...(await judge(config, `--${OPTIONS[setting].flag}`)))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      mistakes.push(error.message)
    }
  }
  const settings = [
    ...warnings.map((warning) => `settings: warning: ${warning}`),
    ...(mistakes.length === 0 ? ['settings: ok'] : []),
  ]
  const print = (text: string) => `${text}\n`
  return {
    code: mistakes.length === 0 ? EXIT_OK : EXIT_USAGE,
    out: [...settings, ...lines].map(print).join(''),
    err: mistakes.map((mistake) => print(`doorstep: ${mistake}`)).join(''),
  }
}

interface FileCheck {
  readonly setting: keyof Config
  /** Returns the lines to print if it can be used; otherwise throws a ConfigError. */
  judge(config: Config, flag: string): string[] | Promise<string[]>
}

/** Every file and folder that startup opens because a setting names it. */
const FILE_CHECKS: readonly FileCheck[] = [
  { setting: 'tlsCert', judge: tlsLines },
  { setting: 'tlsKey', judge: (config) => (config.tlsCert === null ? tlsLines(config, '') : []) },
  { setting: 'extraCa', judge: opened(openRoots) },
  { setting: 'cityDb', judge: opened(({ cityDb }) => openData({ cityDb, asnDb: null, dataDir: null })) },
  { setting: 'asnDb', judge: opened(({ asnDb }) => openData({ cityDb: null, asnDb, dataDir: null })) },
  { setting: 'dataDir', judge: dataLines },
  { setting: 'toolsDir', judge: toolsLines },
  { setting: 'catalogDir', judge: catalogueLines },
  { setting: 'theme', judge: opened(themeFor) },
]

function opened(open: (config: Config) => unknown): FileCheck['judge'] {
  return (config, flag) => {
    open(config)
    return [`${flag}: ok`]
  }
}

function tlsLines(config: Config, flag: string): string[] {
  const fault = openTls(config)?.fault ?? null
  return fault === null ? [`${flag}: ok`] : [`${flag}: warning: ${fault}`]
}

/** Lists data that cannot be used as mistakes; a server only logs them, and uses the embedded data. */
function dataLines({ dataDir }: Config, flag: string): string[] {
  if (dataDir === null) return []
  if (!statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) throw new ConfigError(`${flag}: ${dataDir} is not a folder`)
  const { datasets, dirFaults } = openData({ cityDb: null, asnDb: null, dataDir })
  const [fault] = dirFaults
  if (fault !== undefined) throw new ConfigError(`${flag}: ${dirFaults.join('; ')}`)
  const newer = datasets
    .filter(({ origin }) => origin === 'data-dir')
    .map(({ id, buildDate }) => `${flag}: ${id} ok, ${buildDate}`)
  return newer.length === 0 ? [`${flag}: ok, without data: those in the file are used`] : newer
}

/** Loads the plug-ins as startup does, which runs their code outside of functions. */
async function toolsLines(config: Config, flag: string): Promise<string[]> {
  const tools = await openTools(config, () => {})
  const { plugIns } = tools.current()
  tools.close()
  return plugIns.length === 0 ? [`${flag}: warning: the folder has no tools`] : plugIns.map((name) => `${flag}: ${name} ok`)
}

function catalogueLines(config: Config, flag: string): string[] {
  const { counts = {}, warnings = [] } = openCatalog(config).overlay() ?? {}
  const files = Object.entries(counts).map(([name, count]) => `${flag}: ${name} ok, ${count}`)
  return [...warnings.map((warning) => `${flag}: warning: ${warning}`), ...files]
}

/** `doorstep check --schema [NAME]`: prints the JSON Schema of one catalogue file, or of all. */
export function printSchemas([named, ...rest]: readonly string[]): Outcome {
  const [extra] = rest
  if (extra !== undefined) throw new ConfigError(`unexpected argument ${JSON.stringify(extra)} after "check --schema ${named}"`)
  if (named === undefined) return asJson(catalogueSchemas())
  try {
    return asJson(catalogueSchema(named))
  } catch (error) {
    throw new ConfigError(`--schema: ${error instanceof Error ? error.message : named}`)
  }
}

function asJson(value: unknown): Outcome {
  return printed(`${JSON.stringify(value, null, 2)}\n`)
}
