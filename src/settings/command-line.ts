import { parseArgs } from 'node:util'
import { lettersOf, slipsBetween } from '../platform/edit-distance.ts'
import { codeOf } from '../platform/misfit.ts'
import { type Both, both, ConfigError } from './config-error.ts'
import { ROWS } from './options.ts'

export interface CommandLine {
  /** The value of each flag, by the flag's name without dashes. */
  readonly given: ReadonlyMap<string, string>
  /** The values of each flag that may be repeated. */
  readonly lists: ReadonlyMap<string, readonly string[]>
  /** The flags without a value that are there. */
  readonly on: ReadonlySet<string>
  /** Every argument that is neither a flag nor the value of one, with its position. */
  readonly words: readonly { readonly text: string; readonly index: number }[]
}

/** The flags of a command line, by their names. */
export type Flags = Readonly<Record<string, { type: 'string' | 'boolean'; short?: string; multiple?: boolean }>>

/** The flags that are not settings. */
export const SWITCH_FLAGS: Flags = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
}
const FLAGS: Flags = {
  ...SWITCH_FLAGS,
  ...Object.fromEntries(ROWS.map(({ flag, isOnce = false }) => [flag, { type: 'string' as const, multiple: isOnce }])),
}
const NO_FLAGS: ReadonlyMap<string, string> = new Map()
/** The flags that may be given without a value, and the value that each then has. */
const ALONE: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(({ flag, alone }) => (alone === undefined ? [] : [[`--${flag}`, alone]])),
)

/** Reads a command line; `more` are flags of the verb, `alone` the values of those that may be given without one. Throws a ConfigError that says what to write instead. */
export function parseCommandLine(args: readonly string[], more: Flags = {}, alone = NO_FLAGS): CommandLine {
  const { values, tokens } = readFlags(args, { ...FLAGS, ...more }, { alone })
  return {
    given: new Map([
      ...Object.entries(values).flatMap(([flag, value]) => (typeof value === 'string' ? [[flag, value] as const] : [])),
      ...settingsIn(values, ROWS),
    ]),
    lists: new Map(Object.entries(values).flatMap(([flag, value]) => (Array.isArray(value) ? [[flag, value.map(String)]] : []))),
    on: new Set(Object.keys(values).filter((flag) => values[flag] === true)),
    words: tokens.flatMap((token) => (token.kind === 'positional' ? [{ text: token.value, index: token.index }] : [])),
  }
}

/** Returns the texts of the settings that are given as flags: all of one that may not be repeated, otherwise the last. */
export function settingsIn(values: Readonly<Record<string, unknown>>, rows: typeof ROWS): Map<string, string> {
  const given = rows.flatMap(({ flag, isOnce }) => {
    const texts = [values[flag]].flat().filter((text) => typeof text === 'string')
    return texts.length === 0 ? [] : [[flag, isOnce ? texts.join(' ') : (texts.at(-1) ?? '')] as const]
  })
  return new Map(given)
}

/**
 * Flags and words as the runtime reads them. `see` is where their help is, `alone` the values of flags that may be given without one.
 * Throws a ConfigError that says what to write instead.
 */
export function readFlags(args: readonly string[], options: Flags, { see = 'doorstep --help', alone = NO_FLAGS } = {}) {
  try {
    return parseArgs({ args: completed(args, alone), options, allowPositionals: true, strict: true, tokens: true })
  } catch (error) {
    throw new ConfigError(explain(error, Object.keys(options), see))
  }
}

/** Adds the value to each flag that is given without one; no position changes. */
function completed(args: readonly string[], more: ReadonlyMap<string, string>): string[] {
  return args.map((arg, index) => {
    const following = args[index + 1]
    const hasNoValue = following === undefined || following.startsWith('-')
    const value = more.get(arg) ?? ALONE.get(arg)
    return hasNoValue && value !== undefined ? `${arg}=${value}` : arg
  })
}

/** Rewords the errors of the runtime's parser, which suggests no similar names and writes several lines. */
function explain(error: unknown, known: readonly string[], see: string): Both {
  const message = error instanceof Error ? error.message : ''
  const flag = /'(?:-., )?-{0,2}([^' ]+)/.exec(message)?.[1] ?? ''
  if (codeOf(error) === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return unknownFlag(flag, known, see)
  if (/does not take/.test(message)) return both(`--${flag} does not take a value`, `--${flag} 옵션에는 값을 지정할 수 없습니다`)
  if (/ambiguous/.test(message))
    return both(
      `--${flag} needs a value; write one that starts with a dash as --${flag}=-value`,
      `--${flag} 옵션에 값이 필요합니다. -로 시작하는 값은 --${flag}=-값처럼 쓰십시오`,
    )
  if (/missing/.test(message)) return both(`--${flag} needs a value`, `--${flag} 옵션에 값이 필요합니다`)
  return both(`the command line cannot be read: see ${see}`, `명령을 해석할 수 없습니다. 도움말: ${see}`)
}

function unknownFlag(flag: string, known: readonly string[], see: string): Both {
  const isLetter = flag.length === 1
  const written = `${isLetter ? '-' : '--'}${flag}`
  // A field may also be written as in JSON, but help has it in kebab-case.
  const meant = isLetter
    ? null
    : nearest(
        flag,
        known.filter((name) => name === name.toLowerCase()),
      )
  return {
    en: `unknown flag ${written}: ${meant === null ? `see ${see}` : `did you mean --${meant}?`}`,
    ko: `알 수 없는 옵션입니다: ${written}. ${meant === null ? `도움말: ${see}` : `혹시 --${meant} 옵션입니까?`}`,
  }
}

/** Any name may have one typo, and one more for every four letters. */
const LETTERS_PER_SLIP = 4

/** Returns the known name closest to an unknown one; null if none is close. */
export function nearest(written: string, names: readonly string[]): string | null {
  const letters = lettersOf(written)
  const most = 1 + Math.floor(letters.length / LETTERS_PER_SLIP)
  const ranked = names
    .map((name) => ({ name, slips: slipsBetween(letters, lettersOf(name)) }))
    .toSorted((one, other) => one.slips - other.slips)
  const [best] = ranked
  if (best && best.slips <= most) return best.name
  return names.find((name) => name.startsWith(written)) ?? null
}
