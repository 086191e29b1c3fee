import { statSync } from 'node:fs'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import { openData, openRoots, openTls, openTools } from '../../opening/files.ts'
import { openCatalog } from '../../opening/services.ts'
import { joinedBy } from '../../platform/misfit.ts'
import { judgeBuiltIn } from '../../router/catalogue/built-in.ts'
import { catalogueSchema, catalogueSchemas, SCHEMA_NAMES } from '../../router/catalogue/json-schema.ts'
import { CatalogueError } from '../../router/catalogue/mistakes.ts'
import type { CommandLine } from '../../settings/command-line.ts'
import { type Config, OPTIONS } from '../../settings/options.ts'
import { ConfigError, type Environment, readSettings } from '../../settings/read.ts'
import { themeFor } from '../web/theme-file.ts'
import { checkText } from './check.text.ts'
import { localeOf } from './switches.ts'
import { errorOf, usageError } from './usage-error.ts'
import { EXIT_OK, EXIT_USAGE, type Outcome, printed } from './verb.ts'

/** `doorstep check`: checks the settings and the files that they name, as startup does, but reports every mistake and does not start the server. */
export async function check(line: CommandLine, environment: Environment): Promise<Outcome> {
  const locale = localeOf(line.given.get('lang'), environment)
  const say = sayIn(checkText, locale)
  const mistakes: string[] = []
  const { config, warnings } = readSettings(line, environment, (mistake) => mistakes.push(mistake.in(locale)))
  const lines: string[] = []
  try {
    judgeBuiltIn()
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error
    mistakes.push(error.in(locale))
  }
  for (const { setting, judge } of FILE_CHECKS.filter((file) => config[file.setting] !== null)) {
    try {
      lines.push(...(await judge(config, `--${OPTIONS[setting].flag}`, say, locale)))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      mistakes.push(error.in(locale))
    }
  }
  const settings = [
    ...warnings.map((warning) => say('warning', { what: say('settings'), text: warning[locale] })),
    ...(mistakes.length === 0 ? [say('ok', { what: say('settings') })] : []),
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
  judge(config: Config, flag: string, say: SayCheck, locale: Locale): string[] | Promise<string[]>
}

type SayCheck = Say<typeof checkText.en>

/** Every file and folder that startup opens because a setting names it. */
const FILE_CHECKS: readonly FileCheck[] = [
  { setting: 'tlsCert', judge: tlsLines },
  { setting: 'tlsKey', judge: (config, ...how) => (config.tlsCert === null ? tlsLines(config, ...how) : []) },
  { setting: 'extraCa', judge: opened(openRoots) },
  { setting: 'cityDb', judge: opened(({ cityDb }) => openData({ cityDb, asnDb: null, dataDir: null })) },
  { setting: 'asnDb', judge: opened(({ asnDb }) => openData({ cityDb: null, asnDb, dataDir: null })) },
  { setting: 'dataDir', judge: dataLines },
  { setting: 'toolsDir', judge: toolsLines },
  { setting: 'catalogDir', judge: catalogueLines },
  { setting: 'theme', judge: opened(themeFor) },
]

function opened(open: (config: Config) => unknown): FileCheck['judge'] {
  return (config, flag, say) => {
    open(config)
    return [say('ok', { what: flag })]
  }
}

function tlsLines(config: Config, flag: string, say: SayCheck, locale: Locale): string[] {
  const fault = openTls(config)?.fault ?? null
  return fault === null ? [say('ok', { what: flag })] : [say('warning', { what: flag, text: fault[locale] })]
}

/** Lists data that cannot be used as mistakes; a server only logs them, and uses the embedded data. */
function dataLines({ dataDir }: Config, flag: string, say: SayCheck): string[] {
  if (dataDir === null) return []
  if (!statSync(dataDir, { throwIfNoEntry: false })?.isDirectory())
    throw errorOf(checkText, 'not-a-folder', { flag, path: dataDir })
  const { datasets, dirFaults } = openData({ cityDb: null, asnDb: null, dataDir })
  const { en, ko } = joinedBy('; ', dirFaults)
  if (dirFaults.length > 0) throw ConfigError.of(OPTIONS.dataDir.flag, { en, ko: `데이터를 사용할 수 없습니다: ${ko}` })
  const newer = datasets
    .filter(({ origin }) => origin === 'data-dir')
    .map(({ id, buildDate }) => say('ok-dated', { what: flag, name: id, date: buildDate }))
  return newer.length === 0 ? [say('ok-without-data', { what: flag })] : newer
}

/** Loads the plug-ins as startup does, which runs their code outside of functions. */
async function toolsLines(config: Config, flag: string, say: SayCheck): Promise<string[]> {
  const tools = await openTools(config, () => {})
  const { plugIns } = tools.current()
  tools.close()
  if (plugIns.length === 0) return [say('warning', { what: flag, text: say('no-tools') })]
  return plugIns.map((name) => say('ok-named', { what: flag, name }))
}

function catalogueLines(config: Config, flag: string, say: SayCheck, locale: Locale): string[] {
  const { counts = {}, warnings = [] } = openCatalog(config).overlay() ?? {}
  const files = Object.entries(counts).map(([name, count]) => {
    const [added = 0, replaced = 0] = count.match(/\d+/g) ?? []
    return say('ok-counted', { what: flag, name, added, replaced })
  })
  return [...warnings.map((text) => say('warning', { what: flag, text: text[locale] })), ...files]
}

/** `doorstep check --schema [NAME]`: prints the JSON Schema of one catalogue file, or of all. */
export function printSchemas([named, ...rest]: readonly string[]): Outcome {
  const [extra] = rest
  if (extra !== undefined) throw usageError('unexpected-after', { word: JSON.stringify(extra), verb: `check --schema ${named}` })
  if (named === undefined) return asJson(catalogueSchemas())
  const isKnown = SCHEMA_NAMES.some((name) => [name, `${name}.json`].includes(named))
  if (!isKnown) throw errorOf(checkText, 'not-a-schema', { name: JSON.stringify(named), names: SCHEMA_NAMES.join(', ') })
  return asJson(catalogueSchema(named))
}

function asJson(value: unknown): Outcome {
  return printed(`${JSON.stringify(value, null, 2)}\n`)
}
