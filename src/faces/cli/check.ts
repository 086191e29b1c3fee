import { FILES, type FileName } from '../../router/catalogue/entries.ts'
import { jsonSchemaOf } from '../../router/catalogue/json-schema.ts'
import { helpText } from '../../settings/help.ts'
import { type Config, OPTIONS } from '../../settings/options.ts'
import { ConfigError, readConfig } from '../../settings/read.ts'
import { openCatalog, openData, openRoots } from '../../sources.ts'

/** What a verb that ends by itself prints, and its exit code. */
export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

const EXIT_OK = 0
const EXIT_MISTAKES = 2

/**
 * `doorstep check`: judges the settings, and the files that they name, as a start would, but tells every mistake and starts nothing.
 * `doorstep check --schema [FILE]` prints the JSON Schema of a catalogue file, or those of all.
 */
export function check(args: readonly string[], environment: Record<string, string | undefined>): Outcome {
  const [flag, name, ...rest] = args
  if (flag === '--schema') return printed(schemas(name, rest))
  const mistakes: string[] = []
  const { verb, config, warnings } = readConfig(args, environment, ({ message }) => mistakes.push(message))
  if (verb === 'help') return printed(helpText())
  const lines = [
    ...warnings.map((warning) => `settings: warning: ${warning}`),
    ...(mistakes.length === 0 ? ['settings: ok'] : []),
  ]
  for (const { flag: named, judge } of FILE_CHECKS.filter(({ isGiven }) => isGiven(config))) {
    try {
      lines.push(...judge(config, `--${named}`))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      mistakes.push(error.message)
    }
  }
  const print = (line: string) => `${line}\n`
  return {
    code: mistakes.length === 0 ? EXIT_OK : EXIT_MISTAKES,
    out: lines.map(print).join(''),
    err: mistakes.map((mistake) => print(`doorstep: ${mistake}`)).join(''),
  }
}

function printed(out: string): Outcome {
  return { code: EXIT_OK, out, err: '' }
}

interface FileCheck {
  readonly flag: string
  isGiven(config: Config): boolean
  /** What is to be said where it can be used; throws a ConfigError where not. */
  judge(config: Config, flag: string): string[]
}

/** Everything that a setting names and a start opens. */
const FILE_CHECKS: readonly FileCheck[] = [
  { flag: OPTIONS.extraCa.flag, isGiven: ({ extraCa }) => extraCa !== null, judge: opened(openRoots) },
  {
    flag: OPTIONS.cityDb.flag,
    isGiven: ({ cityDb }) => cityDb !== null,
    judge: opened(({ cityDb }) => openData({ cityDb, asnDb: null })),
  },
  {
    flag: OPTIONS.asnDb.flag,
    isGiven: ({ asnDb }) => asnDb !== null,
    judge: opened(({ asnDb }) => openData({ cityDb: null, asnDb })),
  },
  { flag: OPTIONS.catalogDir.flag, isGiven: ({ catalogDir }) => catalogDir !== null, judge: catalogueLines },
]

function opened(open: (config: Config) => unknown): FileCheck['judge'] {
  return (config, flag) => {
    open(config)
    return [`${flag}: ok`]
  }
}

function catalogueLines(config: Config, flag: string): string[] {
  const { counts = {}, warnings = [] } = openCatalog(config).overlay() ?? {}
  const files = Object.entries(counts).map(([name, count]) => `${flag}: ${name} ok, ${count}`)
  return [...warnings.map((warning) => `${flag}: warning: ${warning}`), ...files]
}

// A seam: the keys of that table.
const FILE_NAMES = Object.keys(FILES) as readonly FileName[]

function schemas(named: string | undefined, rest: readonly string[]): string {
  const file = FILE_NAMES.find((name) => named === name || named === name.replace('.json', ''))
  if ((named !== undefined && !file) || rest.length > 0) {
    const words = FILE_NAMES.map((name) => name.replace('.json', '')).join(', ')
    throw new ConfigError(`--schema: ${JSON.stringify(rest[0] ?? named)} is not one of ${words}`)
  }
  const schema = file ? jsonSchemaOf(file) : Object.fromEntries(FILE_NAMES.map((name) => [name, jsonSchemaOf(name)]))
  return `${JSON.stringify(schema, null, 2)}\n`
}
