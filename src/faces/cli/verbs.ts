import pkg from '../../../package.json' with { type: 'json' }
import type { Locale } from '../../contract/text.ts'
import { HOME_NAMES } from '../../home/names.ts'
import { isCompiled } from '../../platform/compiled.ts'
import { TESTING } from '../../platform/testing.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { isRepeatable } from '../../run/requester.ts'
import { type CommandLine, parseCommandLine, SWITCHES } from '../../settings/command-line.ts'
import { OPTIONS, variableOf } from '../../settings/options.ts'
import { readSettings } from '../../settings/read.ts'
import { BUILD_FLAGS, RENEWING, ROLLBACK_FLAGS, UPDATE_FLAGS } from './data-flags.ts'
import {
  ASKING,
  beforeDashes,
  FORWARDING,
  jsonText,
  LANGUAGE,
  localeOf,
  localeOfLine,
  type Outcome,
  printed,
  SHORTENING,
  unknownCommand,
  usageError,
  type Verb,
  type World,
} from './verb.ts'

const DEFAULT_VERB = 'serve'
const HELP = 'help'

/** Runs a command line. Null if something keeps running. Throws a ConfigError that says what to write instead. */
export async function runCommandLine(args: readonly string[], world: World): Promise<Outcome | null> {
  const { name, rest } = askingHelp(chosen(args))
  const verb = VERBS.find((candidate) => candidate.name === name)
  if (verb) return verb.run(rest, world)
  const flags = beforeDashes(rest)
  if (flags.some((word) => WATCHING_WORD.test(word)) && !flags.some((word) => HELP_WORDS.includes(word)))
    return runWatched(name, rest, world)
  if (HOME_NAMES.includes(name)) return (await import('./at-home.ts')).runAtHome(name, rest, world)
  const { runTool } = await import('./tool.ts')
  return runTool(await toolNamed(name, rest, world), rest, world)
}

/** Returns the tool with this name. Throws a ConfigError that names the command which may be meant. */
async function toolNamed(name: string, rest: readonly string[], { environment }: World): Promise<NamedTool> {
  const { findTool } = await import('./tool.ts')
  const named = await findTool(name, rest, environment)
  if (!('known' in named)) return named
  const [tools, { homeCommands }] = await Promise.all([named.known(), import('./fields.ts')])
  const meant = [...tools, ...homeCommands()].find(({ tool }) => tool.programs.includes(name.toLowerCase()))
  if (meant) throw usageError('other-program', { name, tool: meant.name })
  throw unknownCommand(
    name,
    [...VERBS, ...tools, ...homeCommands()].map((one) => one.name),
  )
}

const WATCHING_WORD = /^--(watch|on-change)(=|$)/
const HELP_WORDS = ['--help', '-h']

/** Repeats a tool, or the one command at home that only looks. */
async function runWatched(name: string, rest: readonly string[], world: World): Promise<Outcome> {
  const { readWatch, watchError, watchHere } = await import('./watch.ts')
  const isAtHome = HOME_NAMES.includes(name)
  const atHome = isAtHome ? (await import('./fields.ts')).homeCommands().find((one) => one.name === name) : undefined
  const named = atHome ?? (isAtHome ? null : await toolNamed(name, rest, world))
  if (!named || !isRepeatable(named)) throw watchError('not-watched', { name })
  const watched = readWatch(rest)
  if (!watched) throw new Error('there is nothing to watch')
  const once = beforeDashes(watched.rest)
  if (once.includes('--link')) throw watchError('no-link', {})
  if (once.includes('--short')) throw usageError('short-alone', { flag: 'watch' })
  return watchHere(named, watched, world)
}

/** The word that says what runs, and everything else of the line. */
interface Chosen {
  readonly name: string
  readonly rest: readonly string[]
}

/** Finds the verb: the first word of the command line. Flags before it belong to it. */
function chosen(args: readonly string[]): Chosen {
  const [first = DEFAULT_VERB, ...rest] = args
  if (!first.startsWith('-')) return { name: first, rest }
  const [word] = parseCommandLine(args, { ...ASKING, ...LANGUAGE }).words
  return word ? { name: word.text, rest: args.toSpliced(word.index, 1) } : { name: DEFAULT_VERB, rest: args }
}

/** `doorstep help ping` is `doorstep ping --help`. */
function askingHelp(line: Chosen): Chosen {
  const [name, ...rest] = line.rest
  if (line.name !== HELP || name === undefined || name.startsWith('-')) return line
  return { name, rest: [...rest, '--help'] }
}

/** Every verb that is not a tool, in the order of `--help`. What a verb needs is loaded when it runs: the others do not wait for it. */
export const VERBS: readonly Verb[] = [
  {
    name: 'serve',
    usages: [{ written: 'serve', meaning: 'Start the server (the default)' }],
    run: bySettings('serve', async (line, { environment, start }) => {
      const settings = readSettings(line, environment)
      // A test of its own judges the catalogue.
      if (!isCompiled() && !TESTING.answers) (await import('../../router/catalogue/load.ts')).judgeBuiltIn()
      await start(settings)
      return null
    }),
  },
  {
    name: 'check',
    usages: [
      {
        written: 'check',
        meaning: 'Report every mistake in the settings and in the files they name, without starting the server',
      },
      {
        written: 'check --schema [NAME]',
        meaning: 'Print the JSON Schemas of the files in --catalog-dir, or of one: brands, services, providers, platforms, ddns',
      },
    ],
    values: { schema: ['brands', 'services', 'providers', 'platforms', 'ddns'] },
    async run(args, world) {
      const { check, printSchemas } = await import('./check.ts')
      if (args[0] === '--schema') return printSchemas(args.slice(1))
      return bySettings('check', (line, { environment }) => check(line, environment))(args, world)
    },
  },
  {
    name: 'doctor',
    usages: [{ written: 'doctor', meaning: 'Print what this machine can check, and the line that would change it' }],
    flags: { ...ASKING, ...LANGUAGE },
    run: bySettings('doctor', async (line, { environment }) => (await import('./doctor.ts')).doctor(line, environment)),
  },
  {
    name: 'tools',
    usages: [
      { written: 'tools', meaning: 'List the tools; with --json, also their schemas' },
      { written: 'tools --types', meaning: 'Print the types that plug-ins are written with, for doorstep.d.ts' },
    ],
    flags: { ...ASKING, ...LANGUAGE },
    async run(args, world) {
      if (args[0] === '--types') return (await import('./lists.ts')).printTypes(args, localeOf(undefined, world.environment))
      return bySettings('tools', async (line, { environment }) => (await import('./lists.ts')).listTools(line, environment))(
        args,
        world,
      )
    },
  },
  {
    name: 'catalog',
    usages: [{ written: 'catalog [LIST] [WORDS]', meaning: 'Search the brands, services and providers that the tools know' }],
    words: ['brands', 'services', 'providers'],
    takesWords: true,
    flags: { ...ASKING, ...SHORTENING },
    run: bySettings('catalog', async (line, { environment }) => (await import('./catalog.ts')).searchLists(line, environment)),
  },
  {
    name: 'data',
    usages: [
      { written: 'data', meaning: 'Print which IP data are in use: origins, licences and ages' },
      {
        written: 'data build --out FILE',
        meaning:
          'Make a data file from files of DB-IP, GeoLite2, IPinfo, iptoasn or ip-location-db: see doorstep data build --help',
      },
      {
        written: 'data update --from FILE|URL',
        meaning: 'Put newer data into --data-dir, checked; running servers take them: see doorstep data update --help',
      },
      { written: 'data rollback', meaning: 'Return to the data in --data-dir before the last update' },
    ],
    words: ['build', 'update', 'rollback'],
    parts: { build: BUILD_FLAGS, update: UPDATE_FLAGS, rollback: ROLLBACK_FLAGS },
    flags: { ...ASKING, ...RENEWING },
    async run(args, world) {
      if (args[0] === 'build') return (await import('./data-build.ts')).buildData(args.slice(1), world.environment)
      const word = args.find((one) => one === 'update' || one === 'rollback')
      const asksHelp = args.some((one) => ['--help', '-h'].includes(one))
      if (word && asksHelp) return printed((await import('./data-help.ts')).dataHelp(word, localeOfLine(args, world.environment)))
      return bySettings('data', runData)(args, world)
    },
  },
  {
    name: 'mcp',
    usages: [
      {
        written: 'mcp',
        meaning:
          'Offer the tools to an agent on this machine: MCP over standard input and output. --server (one) runs those that need a view from outside, with --all every tool. --home adds home, which looks at this network from inside',
      },
    ],
    flags: FORWARDING,
    run: bySettings('mcp', async (line, { environment }) => {
      const settings = readSettings(line, environment)
      const isAll = line.on.has('all')
      if (isAll && settings.config.server === null) throw usageError('all-needs-server', {})
      const { serveStandardIo } = await import('../mcp/stdio.ts')
      await serveStandardIo(settings, { isAll, isHome: line.on.has('home') })
      return null
    }),
  },
  {
    name: 'healthcheck',
    usages: [
      { written: 'healthcheck', meaning: 'Exit with 0 if the server that these settings describe is ready, otherwise with 1' },
    ],
    run: bySettings('healthcheck', async (line, { environment }) => {
      const { healthcheck } = await import('./healthcheck.ts')
      return healthcheck(line, environment)
    }),
  },
  {
    name: 'licenses',
    usages: [{ written: 'licenses', meaning: 'Print the licence of every part of this file, with its text' }],
    run: bySettings('licenses', async (line, { environment }) =>
      (await import('./lists.ts')).printLicences(localeOf(line.given.get('lang'), environment)),
    ),
  },
  {
    name: 'completion',
    usages: [{ written: 'completion bash|zsh|fish', meaning: 'Print the script that completes command lines in that shell' }],
    words: ['bash', 'zsh', 'fish'],
    async run(args, { environment }) {
      if (args.some((word) => ['--help', '-h'].includes(word))) return printHelp(localeOfLine(args, environment))
      return (await import('./complete.ts')).printCompletion(args)
    },
  },
  {
    name: 'man',
    usages: [{ written: 'man', meaning: 'Print the manual page: doorstep man > doorstep.1' }],
    run: bySettings('man', async (line, { environment }) => {
      const locale = localeOf(line.given.get('lang'), environment)
      return (await import('./man.ts')).printManual(
        VERBS.flatMap(({ usages }) => usages),
        locale,
      )
    }),
  },
  {
    // Only the scripts of the shells run this verb.
    name: 'complete',
    usages: [],
    run: async (words, { environment }) => (await import('./complete.ts')).printCandidates(words, completedVerbs(), environment),
  },
  {
    name: 'help',
    usages: [
      { written: 'help', meaning: SWITCHES.help.meaning },
      { written: 'help NAME', meaning: 'Show what a tool or a command at home takes, with limits and examples' },
    ],
    run: bySettings('help', helpFor),
  },
  {
    name: 'version',
    usages: [{ written: 'version', meaning: SWITCHES.version.meaning }],
    flags: ASKING,
    run: bySettings('version', printVersion),
  },
]

/** Runs the words that may follow `doorstep data`. */
async function runData(line: CommandLine, { environment }: World): Promise<Outcome> {
  const word = line.words[0]?.text
  if (word === undefined) return (await import('./lists.ts')).listData(line, environment)
  const { rollBackData, updateData } = await import('./data-update.ts')
  return word === 'update' ? updateData(line, environment) : rollBackData(line, environment)
}

/** Returns the verbs as the shell completes them: their names, their own words and flags. */
function completedVerbs() {
  return VERBS.flatMap(({ name, usages: [usage], words = [], parts = {}, flags = {}, values = {} }) => {
    const known = Object.entries(flags).map(([flag, { type }]) => [flag, type === 'boolean' ? null : 'files'] as const)
    const own = Object.fromEntries([...known, ...Object.entries(values)])
    return usage ? [{ written: name, usage: usage.written, meaning: usage.meaning, words, parts, own }] : []
  })
}

/** Returns a verb that takes the flags of the settings, those of its own, one of its words and no other; with --help or --version it prints that instead. */
function bySettings(name: string, act: (line: CommandLine, world: World) => ReturnType<Verb['run']>): Verb['run'] {
  return (args, world) => {
    const { flags, words = [], takesWords = false } = VERBS.find((verb) => verb.name === name) ?? {}
    const line = parseCommandLine(args, { ...LANGUAGE, ...flags })
    const extra = line.words.find(({ text }, index) => index > 0 || !words.includes(text))
    if (extra && !takesWords) throw usageError('unexpected-after', { word: JSON.stringify(extra.text), verb: name })
    if (line.asks === 'help') return helpFor(line, world)
    if (line.asks === 'version') return printVersion(line)
    return act(line, world)
  }
}

/** Prints the help with the plug-ins of the folder that the line or the environment names. */
function helpFor({ given }: CommandLine, { environment }: World): Promise<Outcome> {
  const { flag } = OPTIONS.toolsDir
  return printHelp(localeOf(given.get('lang'), environment), given.get(flag) ?? environment[variableOf(OPTIONS.toolsDir)])
}

async function printHelp(locale: Locale, toolsDir = ''): Promise<Outcome> {
  const loading = [import('./help.ts'), import('./fields.ts'), import('./lists.ts')] as const
  const [{ help }, { homeUsages }, { toolUsages }] = await Promise.all(loading)
  const commands = VERBS.flatMap(({ usages }) => usages)
  const { tools, err } = await toolUsages(locale, toolsDir)
  return { ...printed(help({ commands, atHome: homeUsages(locale), tools }, locale)), err }
}

function printVersion({ on }: Pick<CommandLine, 'on'>): Outcome {
  const { name, version } = pkg
  return printed(on.has('json') ? jsonText({ name, version, runtime: `bun ${Bun.version}` }) : `${name} ${version}\n`)
}
