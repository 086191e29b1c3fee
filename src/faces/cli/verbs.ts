import { HOME_NAMES } from '../../home/names.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { isRepeatable } from '../../run/requester.ts'
import { parseCommandLine } from '../../settings/command-line.ts'
import { ASKING, beforeDashes, LANGUAGE } from './switches.ts'
import { unknownCommand, usageError } from './usage-error.ts'
import type { Outcome, World } from './verb.ts'
import { VERBS } from './verb-table.ts'

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
  const [tools, { homeCommands }] = await Promise.all([named.known(), import('./home-commands.ts')])
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
  const [{ readWatch }, { watchError }] = await Promise.all([import('./watch/flags.ts'), import('./watch/usage.ts')])
  const isAtHome = HOME_NAMES.includes(name)
  const atHome = isAtHome ? (await import('./home-commands.ts')).homeCommands().find((one) => one.name === name) : undefined
  const named = atHome ?? (isAtHome ? null : await toolNamed(name, rest, world))
  if (!named || !isRepeatable(named)) throw watchError('not-watched', { name })
  const watched = readWatch(rest)
  if (!watched) throw new Error('there is nothing to watch')
  const once = beforeDashes(watched.rest)
  if (once.includes('--link')) throw watchError('no-link', {})
  if (once.includes('--short')) throw usageError('short-alone', { flag: 'watch' })
  return (await import('./watch/watch.ts')).watchHere(named, watched, world)
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
