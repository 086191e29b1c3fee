import pkg from '../../../package.json' with { type: 'json' }
import { type CommandLine, type Flags, parseCommandLine, SWITCHES } from '../../settings/command-line.ts'
import { nearest } from '../../settings/nearest.ts'
import { ConfigError, readSettings } from '../../settings/read.ts'
import { ASKING, LANGUAGE } from './switches.ts'
import { type Outcome, printed, type Verb, type World } from './verb.ts'

/**
 * Every verb that is not a tool, in the order of `--help`. What a verb needs is loaded when it runs: the others do not wait for it.
 */
const VERBS: readonly Verb[] = [
  {
    name: 'serve',
    usages: [{ written: 'serve', meaning: 'Start the server (the default)' }],
    run: bySettings('serve', async (line, { environment, start }) => {
      await start(readSettings(line, environment))
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
        meaning: 'Print the JSON Schemas of the files in --catalog-dir, or of one: brands, use-cases, isps, platforms',
      },
    ],
    async run(args, world) {
      const { check, printSchemas } = await import('./check.ts')
      if (args[0] === '--schema') return printSchemas(args.slice(1))
      return bySettings('check', (line, { environment }) => check(line, environment))(args, world)
    },
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
    run: bySettings('licenses', async () => (await import('./licences.ts')).printLicences()),
  },
  { name: 'help', usages: [{ written: 'help', meaning: SWITCHES.help.meaning }], run: bySettings('help', printHelp) },
  {
    name: 'version',
    usages: [{ written: 'version', meaning: SWITCHES.version.meaning }],
    run: bySettings('version', printVersion),
  },
]
const DEFAULT_VERB = 'serve'

/** Runs a command line. Null if something keeps running. Throws a ConfigError that says what to write instead. */
export async function run(args: readonly string[], world: World): Promise<Outcome | null> {
  const { name, rest } = chosen(args)
  const verb = VERBS.find((candidate) => candidate.name === name)
  if (verb) return verb.run(rest, world)
  const { findTool, runTool } = await import('./tool.ts')
  const named = findTool(name)
  if ('known' in named) throw unknownCommand(name, [...VERBS.map((candidate) => candidate.name), ...named.known])
  return runTool(named, rest, world)
}

/** The verb is the first word of the command line. Flags before it belong to it. */
function chosen(args: readonly string[]): { name: string; rest: readonly string[] } {
  const [first = DEFAULT_VERB, ...rest] = args
  if (!first.startsWith('-')) return { name: first, rest }
  const [word] = parseCommandLine(args, { ...ASKING, ...LANGUAGE }).words
  return word ? { name: word.text, rest: args.toSpliced(word.index, 1) } : { name: DEFAULT_VERB, rest: args }
}

function unknownCommand(name: string, known: readonly string[]): ConfigError {
  const meant = nearest(name, known)
  return new ConfigError(
    `unknown command ${JSON.stringify(name)}: ${meant === null ? 'see doorstep --help' : `did you mean "${meant}"?`}`,
  )
}

/** A verb that takes the flags of the settings, those of its own and no further word; with --help or --version it prints that instead. */
function bySettings(
  name: string,
  act: (line: CommandLine, world: World) => ReturnType<Verb['run']>,
  own: Flags = {},
): Verb['run'] {
  return (args, world) => {
    const line = parseCommandLine(args, own)
    const [extra] = line.words
    if (extra) throw new ConfigError(`unexpected argument ${JSON.stringify(extra.text)} after "${name}"`)
    if (line.asks === 'help') return printHelp()
    if (line.asks === 'version') return printVersion()
    return act(line, world)
  }
}

async function printHelp(): Promise<Outcome> {
  const [{ helpText }, { toolUsages }] = await Promise.all([import('./help.ts'), import('./tool.ts')])
  return printed(
    helpText(
      VERBS.flatMap(({ usages }) => usages),
      toolUsages(),
    ),
  )
}

function printVersion(): Outcome {
  return printed(`doorstep ${pkg.version}\n`)
}
