import { HOME_NAMES } from '../../home/names.ts'
import { parseCommandLine } from '../../settings/command-line.ts'
import { ASKING, LANGUAGE } from './switches.ts'
import { unknownCommand } from './usage-error.ts'
import type { Outcome, World } from './verb.ts'
import { VERBS } from './verb-table.ts'

const DEFAULT_VERB = 'serve'
const HELP = 'help'

/** Runs a command line. Null if something keeps running. Throws a ConfigError that says what to write instead. */
export async function runCommandLine(args: readonly string[], world: World): Promise<Outcome | null> {
  const { name, rest } = askingHelp(chosen(args))
  const verb = VERBS.find((candidate) => candidate.name === name)
  if (verb) return verb.run(rest, world)
  if (HOME_NAMES.includes(name)) return (await import('./at-home.ts')).runAtHome(name, rest, world)
  const { findTool, runTool } = await import('./tool.ts')
  const named = await findTool(name, rest, world.environment)
  if ('known' in named) throw unknownCommand(name, [...VERBS.map((candidate) => candidate.name), ...HOME_NAMES, ...named.known])
  return runTool(named, rest, world)
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
