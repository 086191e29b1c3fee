import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { ConfigError } from './config-error.ts'
import { nearest } from './nearest.ts'
import { OPTIONS, type Option } from './options.ts'

export interface CommandLine {
  readonly values: Record<string, string | boolean | undefined>
  readonly positionals: readonly string[]
}

const SWITCHES = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const

/** The flags and words of a command line. Throws a ConfigError that says what to write instead. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const options: ParseArgsOptionsConfig = { ...SWITCHES }
  for (const { flag } of Object.values(OPTIONS)) options[flag] = { type: 'string' }
  try {
    const { values, positionals } = parseArgs({ args: completed(args), options, allowPositionals: true, strict: true })
    return {
      values: Object.fromEntries(Object.entries(values).map(([flag, value]) => [flag, Array.isArray(value) ? undefined : value])),
      positionals,
    }
  } catch (error) {
    throw new ConfigError(explain(error))
  }
}

/** A flag that stands alone, with the value that it then means. */
function completed(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const alone = Object.values<Option<unknown>>(OPTIONS).find(({ flag }) => arg === `--${flag}`)?.alone
    const following = args[index + 1]
    return alone !== undefined && (following === undefined || following.startsWith('-')) ? [`${arg}=${alone}`] : [arg]
  })
}

/** What the parser of the runtime found, in our words: it knows no near misses, and its sentences fill several lines. */
function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const code = error instanceof Error && 'code' in error ? error.code : null
  const flag = /'(?:-., )?-{0,2}([^' ]+)/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return unknownFlag(flag)
  if (/does not take/.test(message)) return `--${flag} does not take a value`
  if (/ambiguous/.test(message)) return `--${flag} needs a value; one that starts with a dash is written --${flag}=-value`
  if (/missing/.test(message)) return `--${flag} needs a value`
  return 'the command line cannot be read: see doorstep --help'
}

function unknownFlag(flag: string): string {
  const written = `${flag.length === 1 ? '-' : '--'}${flag}`
  const meant = nearest(flag, [...Object.values(OPTIONS).map((option) => option.flag), ...Object.keys(SWITCHES)])
  return `unknown flag ${written}: ${meant === null || flag.length === 1 ? 'see doorstep --help' : `did you mean --${meant}?`}`
}
