import { FILES, type FileName } from '../../router/catalogue/entries.ts'
import { jsonSchemaOf } from '../../router/catalogue/json-schema.ts'
import type { CommandLine } from '../../settings/command-line.ts'
import { type Config, OPTIONS } from '../../settings/options.ts'
import { ConfigError, type Environment, readSettings } from '../../settings/read.ts'
import { openCatalog, openData, openRoots, openTls } from '../../sources.ts'
import { themeFor } from '../web/theme-file.ts'
import { EXIT_OK, EXIT_USAGE, type Outcome, printed } from './verb.ts'

/** `doorstep check`: checks the settings and the files that they name, as startup does, but reports every mistake and does not start the server. */
export function check(line: CommandLine, environment: Environment): Outcome {
  const mistakes: string[] = []
  const { config, warnings } = readSettings(line, environment, ({ message }) => mistakes.push(message))
  const lines = [
    ...warnings.map((warning) => `settings: warning: ${warning}`),
    ...(mistakes.length === 0 ? ['settings: ok'] : []),
  ]
  for (const { setting, judge } of FILE_CHECKS.filter((file) => config[file.setting] !== null)) {
    try {
      lines.push(...judge(config, `--${OPTIONS[setting].flag}`))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      mistakes.push(error.message)
    }
  }
  const print = (text: string) => `${text}\n`
  return {
    code: mistakes.length === 0 ? EXIT_OK : EXIT_USAGE,
    out: lines.map(print).join(''),
    err: mistakes.map((mistake) => print(`doorstep: ${mistake}`)).join(''),
  }
}

interface FileCheck {
  readonly setting: keyof Config
  /** The lines to print if it can be used; otherwise it throws a ConfigError. */
  judge(config: Config, flag: string): string[]
}

/** Every file and folder that startup opens because a setting names it. */
const FILE_CHECKS: readonly FileCheck[] = [
  { setting: 'tlsCert', judge: tlsLines },
  { setting: 'tlsKey', judge: (config) => (config.tlsCert === null ? tlsLines(config, '') : []) },
  { setting: 'extraCa', judge: opened(openRoots) },
  { setting: 'cityDb', judge: opened(({ cityDb }) => openData({ cityDb, asnDb: null })) },
  { setting: 'asnDb', judge: opened(({ asnDb }) => openData({ cityDb: null, asnDb })) },
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

function catalogueLines(config: Config, flag: string): string[] {
  const { counts = {}, warnings = [] } = openCatalog(config).overlay() ?? {}
  const files = Object.entries(counts).map(([name, count]) => `${flag}: ${name} ok, ${count}`)
  return [...warnings.map((warning) => `${flag}: warning: ${warning}`), ...files]
}

// A seam: Object.keys forgets the type of the keys.
const FILE_NAMES = Object.keys(FILES) as readonly FileName[]
/** The names that `check --schema` accepts. */
export const SCHEMA_NAMES = FILE_NAMES.map(schemaName)

/** `doorstep check --schema [NAME]`: prints the JSON Schema of one catalogue file, or of all. */
export function printSchemas([named, ...rest]: readonly string[]): Outcome {
  const [extra] = rest
  if (extra !== undefined) throw new ConfigError(`unexpected argument ${JSON.stringify(extra)} after "check --schema ${named}"`)
  if (named === undefined) return asJson(Object.fromEntries(FILE_NAMES.map((name) => [name, jsonSchemaOf(name)])))
  const file = FILE_NAMES.find((name) => named === name || named === schemaName(name))
  if (!file) throw new ConfigError(`--schema: ${JSON.stringify(named)} is not one of ${SCHEMA_NAMES.join(', ')}`)
  return asJson(jsonSchemaOf(file))
}

function schemaName(file: FileName): string {
  return file.replace('.json', '')
}

function asJson(value: unknown): Outcome {
  return printed(`${JSON.stringify(value, null, 2)}\n`)
}
