import pkg from '../../../package.json' with { type: 'json' }
import { SCHEMA_NAMES } from '../../router/catalogue/json-schema.ts'
import { type CommandLine, parseCommandLine, SWITCHES } from '../../settings/command-line.ts'
import { nearest } from '../../settings/nearest.ts'
import { ConfigError, readSettings } from '../../settings/read.ts'
import { check, printSchemas } from './check.ts'
import { healthcheck } from './healthcheck.ts'
import { helpText } from './help.ts'
import { printLicences } from './licences.ts'
import { printTypes } from './types.ts'
import { type Outcome, printed, type Verb, type World } from './verb.ts'

/** Every verb, in the order of `--help`. */
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
        meaning: `Print the JSON Schemas of the files in --catalog-dir, or of one: ${SCHEMA_NAMES.join(', ')}`,
      },
    ],
    run: (args, world) => (args[0] === '--schema' ? printSchemas(args.slice(1)) : checkSettings(args, world)),
  },
  {
    name: 'healthcheck',
    usages: [
      { written: 'healthcheck', meaning: 'Exit with 0 if the server that these settings describe is ready, otherwise with 1' },
    ],
    run: bySettings('healthcheck', (line, { environment }) => healthcheck(line, environment)),
  },
  {
    name: 'tools',
    usages: [{ written: 'tools --types', meaning: 'Print the types that plug-ins are written with, for doorstep.d.ts' }],
    run: printTypes,
  },
  {
    name: 'licenses',
    usages: [{ written: 'licenses', meaning: 'Print the licence of every part of this file, with its text' }],
    run: bySettings('licenses', printLicences),
  },
  { name: 'help', usages: [{ written: 'help', meaning: SWITCHES.help.meaning }], run: bySettings('help', printHelp) },
  {
    name: 'version',
    usages: [{ written: 'version', meaning: SWITCHES.version.meaning }],
    run: bySettings('version', printVersion),
  },
]
const DEFAULT_VERB = 'serve'

const checkSettings = bySettings('check', (line, { environment }) => check(line, environment))

/** Runs a command line. Null if something keeps running. Throws a ConfigError that says what to write instead. */
export async function run(args: readonly string[], world: World): Promise<Outcome | null> {
  const { verb, rest } = chosen(args)
  return verb.run(rest, world)
}

/** The verb is the first word of the command line. Flags before it belong to it. */
function chosen(args: readonly string[]): { verb: Verb; rest: readonly string[] } {
  const [first = DEFAULT_VERB, ...rest] = args
  if (!first.startsWith('-')) return { verb: verbNamed(first), rest }
  const [word] = parseCommandLine(args).words
  if (!word) return { verb: verbNamed(DEFAULT_VERB), rest: args }
  return { verb: verbNamed(word.text), rest: args.toSpliced(word.index, 1) }
}

function verbNamed(name: string): Verb {
  const verb = VERBS.find((candidate) => candidate.name === name)
  if (verb) return verb
  const names = VERBS.map((candidate) => candidate.name)
  const meant = nearest(name, names)
  throw new ConfigError(
    `unknown command ${JSON.stringify(name)}: ${meant === null ? 'see doorstep --help' : `did you mean "${meant}"?`}`,
  )
}

/** A verb that takes the flags of the settings and no further word; with --help or --version it prints that instead. */
function bySettings(name: string, act: (line: CommandLine, world: World) => ReturnType<Verb['run']>): Verb['run'] {
  return (args, world) => {
    const line = parseCommandLine(args)
    const [extra] = line.words
    if (extra) throw new ConfigError(`unexpected argument ${JSON.stringify(extra.text)} after "${name}"`)
    if (line.asks === 'help') return printHelp()
    if (line.asks === 'version') return printVersion()
    return act(line, world)
  }
}

function printHelp(): Outcome {
  return printed(helpText(VERBS.flatMap(({ usages }) => usages)))
}

function printVersion(): Outcome {
  return printed(`doorstep ${pkg.version}\n`)
}
