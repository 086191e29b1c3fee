import pkg from '../../../package.json' with { type: 'json' }
import { isCompiled } from '../../platform/compiled.ts'
import { TESTING } from '../../platform/testing.ts'
import { parseCommandLine } from '../../settings/command-line.ts'
import { ConfigError, saidBy } from '../../settings/config-error.ts'
import { OPTIONS, variableOf } from '../../settings/options.ts'
import type { Environment } from '../../settings/read.ts'
import { cliText } from './cli.text.ts'
import { EXIT_FAILED, EXIT_USAGE, jsonText, type Printed, printed } from './output.ts'
import { usageError } from './usage-error.ts'
import { type Flag, localeOfLine, optionsOf, readVerbLine, type Verb, type VerbLine, type World } from './verb.ts'

const DEFAULT_VERB = 'serve'
const HELP = 'help'
const CREDIT_FLAGS: readonly Flag[] = ['licence', 'licence-url', 'attribution', 'attribution-url']
const BUILD_FLAGS: readonly Flag[] = ['city', 'asn', 'country', 'out', 'date', ...CREDIT_FLAGS, 'json']

/** Runs a command line. Null if something keeps running. Throws a ConfigError that says what to write instead. */
export async function runCommandLine(args: readonly string[], world: World): Promise<Printed | null> {
  const { name, rest } = askingHelp(chosen(args))
  const part = VERBS.find((one) => one.name === `${name} ${rest[0]}`)
  const verb = part ?? VERBS.find((one) => one.name === name)
  if (verb) return runVerb(verb, part ? rest.slice(1) : rest, world)
  const { runTool, toolNamed } = await import('./tool.ts')
  const others = VERBS.map((one) => one.name)
  return runTool(await toolNamed(name, rest, world.environment, others), rest, world)
}

/** Returns what is printed of a command line that ended with an error: a line for whoever typed it. */
export function printedError(error: unknown, args: readonly string[], environment: Environment): Printed {
  const said = error instanceof Error ? saidBy(error)[localeOfLine(args, environment)] : 'unknown failure'
  return { code: error instanceof ConfigError ? EXIT_USAGE : EXIT_FAILED, out: '', err: `doorstep: ${said}\n` }
}

interface Chosen {
  readonly name: string
  readonly rest: readonly string[]
}

function chosen(args: readonly string[]): Chosen {
  const [first = DEFAULT_VERB, ...rest] = args
  if (!first.startsWith('-')) return { name: first, rest }
  const [word, second] = parseCommandLine(args, optionsOf(['json', 'lang'])).words
  if (!word) return { name: DEFAULT_VERB, rest: args }
  const isPart = second?.index === word.index + 1 && VERBS.some(({ name }) => name === `${word.text} ${second.text}`)
  return { name: word.text, rest: isPart ? [second.text, ...args.toSpliced(word.index, 2)] : args.toSpliced(word.index, 1) }
}

/** `doorstep help ping` is `doorstep ping --help`. */
function askingHelp(line: Chosen): Chosen {
  const [name, ...rest] = line.rest
  if (line.name !== HELP || name === undefined || name.startsWith('-')) return line
  return { name, rest: [...rest, '--help'] }
}

/** Runs a verb with the flags of the settings, those of its own, the words that it takes and no other; with --help or --version it prints that instead. */
async function runVerb(verb: Verb, args: readonly string[], world: World): Promise<Printed | null> {
  const { name, about, flags = [], words = [], takesWords = false } = verb
  if (about && args.some((word) => ['--help', '-h'].includes(word))) {
    const { dataHelp } = await import('./data-help.ts')
    return printed(dataHelp(about, flags, localeOfLine(args, world.environment)))
  }
  if (verb.run) return verb.run(args, world)
  const line = readVerbLine(args, flags, world.environment)
  const extra = line.words.find(({ text }, index) => index > 0 || !words.includes(text))
  if (extra && !takesWords) throw usageError(cliText, 'unexpected-after', { word: JSON.stringify(extra.text), verb: name })
  if (line.on.has('help')) return helpFor(line)
  if (line.on.has('version')) return printVersion(line)
  return verb.act?.(line, world) ?? null
}

/** Every command that is not a tool, in the order of `--help`. What a verb needs is loaded when it runs: the others do not wait for it. */
export const VERBS: readonly Verb[] = [
  {
    name: 'serve',
    usages: ['serve'],
    async act(line, { start }) {
      const settings = line.settings()
      // A test of its own judges the catalogue.
      if (!isCompiled() && !TESTING.answers) (await import('../../router/catalogue/load.ts')).judgeBuiltIn()
      await start(settings)
      return null
    },
  },
  {
    name: 'check',
    usages: ['check', 'check --schema [NAME]'],
    flags: ['schema'],
    async act(line) {
      const { check, printSchemas } = await import('./check.ts')
      const schema = line.given.get('schema')
      return schema === undefined ? check(line) : printSchemas(schema)
    },
  },
  {
    name: 'doctor',
    usages: ['doctor'],
    flags: ['json'],
    act: async (line) => (await import('./doctor.ts')).doctor(line),
  },
  {
    name: 'tools',
    usages: ['tools', 'tools --types'],
    flags: ['json', 'types'],
    async act(line) {
      const { listTools, printEmbedded } = await import('./lists.ts')
      return line.on.has('types') ? printEmbedded('types', line.locale) : listTools(line)
    },
  },
  {
    name: 'catalog',
    usages: ['catalog [LIST] [WORDS]'],
    words: ['brands', 'services', 'providers'],
    takesWords: true,
    flags: ['json', 'short'],
    act: async (line) => (await import('./lists.ts')).searchLists(line),
  },
  {
    name: 'data',
    usages: ['data'],
    flags: ['json'],
    act: async (line) => (await import('./lists.ts')).listData(line),
  },
  {
    name: 'data build',
    usages: ['data build --out FILE'],
    about: 'build',
    flags: BUILD_FLAGS,
    run: async (args, { environment }) => (await import('./data-build.ts')).buildData(args, BUILD_FLAGS, environment),
  },
  {
    name: 'data update',
    usages: ['data update --from FILE|URL'],
    flags: ['from', 'yes', 'data-dir', 'date', 'extra-ca', 'json'],
    about: 'update',
    act: async (line) => (await import('./data-update.ts')).updateData(line),
  },
  {
    name: 'data rollback',
    usages: ['data rollback'],
    flags: ['data-dir', 'json'],
    about: 'rollback',
    act: async (line) => (await import('./data-update.ts')).rollBackData(line),
  },
  {
    name: 'mcp',
    usages: ['mcp'],
    flags: ['all', 'home'],
    async act({ on, ...line }) {
      const settings = line.settings()
      if (on.has('all') && settings.config.server === null) throw usageError(cliText, 'all-needs-server')
      const { serveStandardIo } = await import('../mcp/stdio.ts')
      await serveStandardIo(settings, { isAll: on.has('all'), isHome: on.has('home') })
      return null
    },
  },
  {
    name: 'healthcheck',
    usages: ['healthcheck'],
    act: async (line) => (await import('./healthcheck.ts')).healthcheck(line),
  },
  {
    name: 'licenses',
    usages: ['licenses'],
    act: async ({ locale }) => (await import('./lists.ts')).printEmbedded('licences', locale),
  },
  {
    name: 'completion',
    usages: ['completion bash|zsh|fish'],
    words: ['bash', 'zsh', 'fish'],
    takesWords: true,
    act: async ({ words }) => (await import('./complete.ts')).printCompletion(words.map(({ text }) => text)),
  },
  {
    name: 'man',
    usages: ['man'],
    act: async ({ locale }) => (await import('./man.ts')).printManual(VERBS, locale),
  },
  {
    // Only the scripts of the shells run this verb.
    name: 'complete',
    usages: [],
    run: async (words, { environment }) => (await import('./complete.ts')).printCandidates(words, VERBS, environment),
  },
  { name: 'help', usages: ['help', 'help NAME'], act: helpFor },
  { name: 'version', usages: ['version'], flags: ['json'], act: printVersion },
]

/** Prints the help with the plug-ins of the folder that the line or the environment names. */
async function helpFor({ given, environment, locale }: VerbLine): Promise<Printed> {
  const toolsDir = given.get(OPTIONS.toolsDir.flag) ?? environment[variableOf(OPTIONS.toolsDir)] ?? ''
  return (await import('./help.ts')).printHelp(VERBS, toolsDir, locale)
}

function printVersion({ on }: VerbLine): Printed {
  const { name, version } = pkg
  return printed(on.has('json') ? jsonText({ name, version, runtime: `bun ${Bun.version}` }) : `${name} ${version}\n`)
}
