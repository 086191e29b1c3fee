import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { ConfigError } from './config-error.ts'
import { nearest } from './nearest.ts'
import { ROWS } from './options.ts'

/** The flags and words of a command line. */
export interface CommandLine {
  /** The value of each flag, by the flag's name without dashes. */
  readonly given: ReadonlyMap<string, string>
  /** Every argument that is neither a flag nor the value of one, with its position. */
  readonly words: readonly { readonly text: string; readonly index: number }[]
  readonly asks: 'help' | 'version' | null
}

/** The flags that are not settings. */
export const SWITCHES = {
  help: { short: 'h', meaning: 'Print this help' },
  version: { short: 'v', meaning: 'Print the version' },
} as const
const FLAGS: ParseArgsOptionsConfig = {
  help: { type: 'boolean', short: SWITCHES.help.short },
  version: { type: 'boolean', short: SWITCHES.version.short },
  ...Object.fromEntries(ROWS.map(({ flag }) => [flag, { type: 'string' as const }])),
}
/** The flags that may be given without a value, and the value that each then has. */
const ALONE: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(({ flag, alone }) => (alone === undefined ? [] : [[`--${flag}`, alone]])),
)

/** Reads a command line. Throws a ConfigError that says what to write instead. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, tokens } = parsed(completed(args))
  return {
    given: new Map(Object.entries(values).flatMap(([flag, value]) => (typeof value === 'string' ? [[flag, value]] : []))),
    words: tokens.flatMap((token) => (token.kind === 'positional' ? [{ text: token.value, index: token.index }] : [])),
    asks: values.help === true ? 'help' : values.version === true ? 'version' : null,
  }
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    throw new ConfigError(explain(error))
  }
}

/** Adds the value to each flag that is given without one; no position changes. */
function completed(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const following = args[index + 1]
    const hasNoValue = following === undefined || following.startsWith('-')
    return hasNoValue && ALONE.has(arg) ? `${arg}=${ALONE.get(arg)}` : arg
  })
}

/** Rewords the errors of the runtime's parser, which suggests no similar names and writes several lines. */
function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const code = error instanceof Error && 'code' in error ? error.code : null
  const flag = /'(?:-., )?-{0,2}([^' ]+)/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return unknownFlag(flag)
  if (/does not take/.test(message)) return `--${flag} does not take a value`
  if (/ambiguous/.test(message)) return `--${flag} needs a value; write one that starts with a dash as --${flag}=-value`
  if (/missing/.test(message)) return `--${flag} needs a value`
  return 'the command line cannot be read: see doorstep --help'
}

function unknownFlag(flag: string): string {
  const written = `${flag.length === 1 ? '-' : '--'}${flag}`
  const meant = flag.length === 1 ? null : nearest(flag, Object.keys(FLAGS))
  return `unknown flag ${written}: ${meant === null ? 'see doorstep --help' : `did you mean --${meant}?`}`
}
