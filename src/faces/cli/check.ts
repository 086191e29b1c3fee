import { type TSchema, Type } from '@sinclair/typebox'
import { BLOCK } from '../../contract/block-schema.ts'
import { Refusal } from '../../contract/problem.ts'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import { openData, openRoots, openTls, openTools } from '../../operations/opening/files.ts'
import { catalogueOf, openServices } from '../../operations/opening/services.ts'
import { shortExample } from '../../operations/registry/field-values.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import { answerCheck, answerChecks } from '../../operations/run/answer.ts'
import { AnswerFault } from '../../operations/run/faults.ts'
import { prepare, type Runnable } from '../../operations/run/run.ts'
import type { Logger } from '../../platform/log.ts'
import { type Both, joinedBy, saidBy } from '../../platform/misfit.ts'
import { TESTING } from '../../platform/testing.ts'
import { LOCAL_CALLER } from '../../policy/caller.ts'
import { CatalogueError } from '../../router/catalogue/faults.ts'
import { catalogueSchema, catalogueSchemas, SCHEMA_NAMES, SCHEMA_WORDS } from '../../router/catalogue/files.ts'
import { judgeBuiltIn } from '../../router/catalogue/load.ts'
import { type Config, OPTIONS } from '../../settings/options.ts'
import { ConfigError } from '../../settings/read.ts'
import { blocksOf } from '../text/answer-blocks.ts'
import { themeFor } from '../web/theme-file.ts'
import { checkText } from './cli.text.ts'
import { EXIT_OK, EXIT_USAGE, type Printed, printed } from './output.ts'
import { bilingual, requireFolder, usageError } from './usage-error.ts'
import type { VerbLine } from './verb.ts'

/** `doorstep check`: checks the settings and the files that they name, as startup does, but reports every mistake and does not start the server. */
export async function check({ locale, settings }: VerbLine): Promise<Printed> {
  const say = sayIn(checkText, locale)
  const mistakes: string[] = []
  const { config, warnings } = settings((mistake) => mistakes.push(mistake.in(locale)))
  const lines: string[] = []
  try {
    // A test of its own judges the catalogue.
    if (!TESTING.answers) judgeBuiltIn()
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error
    mistakes.push(error.in(locale))
  }
  for (const { setting, lines: linesFor } of FILE_CHECKS.filter((file) => config[file.setting] !== null)) {
    try {
      lines.push(...(await linesFor({ config, flag: `--${OPTIONS[setting].flag}`, say, locale })))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      // The same file may be needed twice.
      if (!mistakes.includes(error.in(locale))) mistakes.push(error.in(locale))
    }
  }
  const ofSettings = [
    ...warnings.map((warning) => say('warning', { what: say('settings'), text: warning[locale] })),
    ...(mistakes.length === 0 ? [say('ok', { what: say('settings') })] : []),
  ]
  const print = (text: string) => `${text}\n`
  return {
    code: mistakes.length === 0 ? EXIT_OK : EXIT_USAGE,
    out: [...ofSettings, ...lines].map(print).join(''),
    err: mistakes.map((mistake) => print(`doorstep: ${mistake}`)).join(''),
  }
}

interface Checking {
  readonly config: Config
  /** The flag that names the file, with its dashes. */
  readonly flag: string
  readonly say: Say<typeof checkText.en>
  readonly locale: Locale
}

interface FileCheck {
  readonly setting: keyof Config
  /** Returns what is said of a file that can be used; throws a ConfigError for one that cannot. */
  lines(checking: Checking): string[] | Promise<string[]>
}

/** Every file and folder that startup opens because a setting names it. */
const FILE_CHECKS: readonly FileCheck[] = [
  { setting: 'tlsCert', lines: tlsLines },
  { setting: 'tlsKey', lines: (checking) => (checking.config.tlsCert === null ? tlsLines(checking) : []) },
  { setting: 'extraCa', lines: opened(openRoots) },
  { setting: 'cityDb', lines: opened(({ cityDb }) => openData({ cityDb, asnDb: null, dataDir: null })) },
  { setting: 'asnDb', lines: opened(({ asnDb }) => openData({ cityDb: null, asnDb, dataDir: null })) },
  { setting: 'dataDir', lines: dataLines },
  { setting: 'toolsDir', lines: toolsLines },
  { setting: 'catalogDir', lines: catalogueLines },
  { setting: 'theme', lines: opened(themeFor) },
]

function opened(open: (config: Config) => unknown): FileCheck['lines'] {
  return ({ config, flag, say }) => {
    open(config)
    return [say('ok', { what: flag })]
  }
}

function tlsLines({ config, flag, say, locale }: Checking): string[] {
  const fault = openTls(config)?.fault ?? null
  return fault === null ? [say('ok', { what: flag })] : [say('warning', { what: flag, text: fault[locale] })]
}

/** Lists data that cannot be used as mistakes; a server only logs them, and uses the embedded data. */
function dataLines({ config: { dataDir }, flag, say }: Checking): string[] {
  if (dataDir === null) return []
  requireFolder(dataDir)
  const { datasets, dirFaults } = openData({ cityDb: null, asnDb: null, dataDir })
  if (dirFaults.length > 0) throw usageError(checkText, 'bad-data', { flag, faults: joinedBy('; ', dirFaults) })
  const newer = datasets
    .filter(({ origin }) => origin === 'data-dir')
    .map(({ id, buildDate }) => say('ok-dated', { what: flag, name: id, date: buildDate }))
  return newer.length === 0 ? [say('ok-without-data', { what: flag })] : newer
}

/** Loads the plug-ins as startup does, which runs their code outside of functions; then runs each with its examples. */
async function toolsLines({ config, flag, say }: Checking): Promise<string[]> {
  const source = await openTools(config, () => {})
  try {
    const { plugIns, tools } = source.current()
    if (plugIns.length === 0) return [say('warning', { what: flag, text: say('no-tools') })]
    const own = tools.filter(({ name }) => plugIns.includes(name))
    const faults = await answerFaults(own, config)
    if (faults.length > 0) throw ConfigError.of(OPTIONS.toolsDir.flag, joinedBy('\n  ', faults))
    return own.flatMap(({ name, tool }) => {
      const { properties = {}, required = [] } = tool.body ?? {}
      const field = required.find((one) => !properties[one]?.examples?.length)
      const untried = field === undefined ? [] : [say('warning', { what: flag, text: say('untried', { name, field }) })]
      return [say('ok-named', { what: flag, name }), ...untried]
    })
  } finally {
    source.close()
  }
}

const EXAMPLES_MAX = 10

/** Returns what is wrong with the answers of tools to the examples of their bodies. A refusal says nothing about a tool. */
async function answerFaults(tools: readonly NamedTool[], config: Config): Promise<Both[]> {
  const runnables = prepare(tools, openServices(config, SILENT, null).services, [answerChecks(tools)])
  const faults = [...runnables.values()].flatMap((runnable) => {
    const { properties = {} } = runnable.tool.body ?? {}
    const most = Math.max(1, ...Object.values<TSchema>(properties).map(({ examples = [] }) => examples.length))
    return Array.from({ length: Math.min(most, EXAMPLES_MAX) }, (_, at) => answerFault(runnable, at))
  })
  return (await Promise.all(faults)).filter((fault) => fault !== null)
}

const drawnCheck = answerCheck('a plug-in drew its result', Type.Object({ blocks: Type.Array(BLOCK) }))

async function answerFault({ name, tool, run }: Runnable, at: number): Promise<Both | null> {
  const body = shortExample(tool.body ?? {}, at)
  try {
    const { answer } = await run({ body, caller: LOCAL_CALLER, locale: 'en', signal: new AbortController().signal, face: 'cli' })
    if (tool.blocks) drawnCheck({ blocks: blocksOf({ tool }, answer, 'en') })
    return null
  } catch (error) {
    if (error instanceof Refusal) return null
    const slots = { name, example: JSON.stringify(body) }
    return error instanceof AnswerFault
      ? bilingual(checkText, 'wrong-answer', { ...slots, ...error.schemaError })
      : bilingual(checkText, 'no-answer', { ...slots, error: saidBy(error) })
  }
}

/** Other lines of the check say what a log would. */
const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} }

function catalogueLines({ config, flag, say, locale }: Checking): string[] {
  const { counts = {}, warnings = [] } = catalogueOf(config).overlay() ?? {}
  const files = Object.entries(counts).map(([name, count]) => {
    const [added = 0, replaced = 0] = count.match(/\d+/g) ?? []
    return say('ok-counted', { what: flag, name, added, replaced })
  })
  return [...warnings.map((text) => say('warning', { what: flag, text: text[locale] })), ...files]
}

/** `doorstep check --schema [NAME]`: prints the JSON Schema of one catalogue file, or of all without a name. */
export function printSchemas(named: string): Printed {
  const isKnown = SCHEMA_NAMES.some((name) => [name, `${name}.json`].includes(named))
  if (named !== '' && !isKnown)
    throw usageError(checkText, 'not-a-schema', { name: JSON.stringify(named), names: SCHEMA_WORDS.join(', ') })
  return printed(`${JSON.stringify(named === '' ? catalogueSchemas() : catalogueSchema(named), null, 2)}\n`)
}
