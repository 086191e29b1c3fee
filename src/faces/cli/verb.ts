import { LOCALES, type Locale, type Slots, type Text } from '../../contract/text.ts'
import { type Flags, nearest } from '../../settings/command-line.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { Environment, Settings } from '../../settings/read.ts'
import { cliText } from './cli.text.ts'

/** A verb or a flag as `--help` shows it, and what it does. */
export interface Usage {
  readonly written: string
  readonly meaning: string
}

/** Output and exit code of a verb. */
export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** The parts of the process that a verb may use. */
export interface World {
  readonly environment: Environment
  /** Starts the server, which then runs until a signal ends it. */
  start(settings: Settings): void | Promise<void>
}

/** A flag of a part of a verb. Without a placeholder it takes no value. */
export interface FlagRow {
  readonly flag: string
  readonly placeholder: string
  readonly meaning: string
  readonly korean: string
}

/** A word that may follow `doorstep` on the command line. */
export interface Verb {
  readonly name: string
  /** Its lines in `--help`. */
  readonly usages: readonly Usage[]
  /** The words that may follow it. */
  readonly words?: readonly string[]
  /** Whether any other words may follow as well. */
  readonly takesWords?: boolean
  /** The flags of those words that have flags of their own, and take no settings. */
  readonly parts?: Readonly<Record<string, readonly FlagRow[]>>
  /** The words that a flag of its own takes. */
  readonly values?: Readonly<Record<string, readonly string[]>>
  /** Its flags in addition to those of the settings. */
  readonly flags?: Flags
  /** Runs the verb with the rest of the command line. Null if something keeps running. Throws a ConfigError. */
  run(args: readonly string[], world: World): Outcome | null | Promise<Outcome | null>
}

export const EXIT_OK = 0
/** The exit code if the finding of a check is bad, or the verb has failed. */
export const EXIT_FAILED = 1
/** The exit code if nothing was checked, or nothing could be said: the command line, a setting or the request cannot be used. */
export const EXIT_USAGE = 2
/** A shell shows this plus the number of the signal for a process that a signal has ended. */
export const EXIT_BY_SIGNAL = 128

export function printed(out: string): Outcome {
  return { code: EXIT_OK, out, err: '' }
}

/** Returns the error of a sentence in both languages: which of them is printed is decided where it is caught. */
export function errorOf<English extends Record<string, string>, Key extends keyof English & string>(
  text: Text<English>,
  key: Key,
  slots: Record<Slots<English[Key]>, string | number>,
): ConfigError {
  return new ConfigError({ en: text.say('en', key, slots), ko: text.say('ko', key, slots) })
}

/** Returns the error of a sentence of the command line. */
export function usageError<Key extends keyof typeof cliText.en>(
  key: Key,
  slots: Record<Slots<(typeof cliText.en)[Key]>, string | number>,
): ConfigError {
  return errorOf(cliText, key, slots)
}

/** Returns the error of a first word that is neither a command nor a tool. */
export function unknownCommand(name: string, known: readonly string[]): ConfigError {
  const meant = nearest(name, known)
  const shown = JSON.stringify(name)
  return new ConfigError({
    en: `unknown command ${shown}: ${meant === null ? 'see doorstep --help' : `did you mean "${meant}"?`}`,
    ko: `알 수 없는 명령입니다: ${shown}. ${meant === null ? '도움말: doorstep --help' : `혹시 "${meant}" 명령입니까?`}`,
  })
}

/** The flag of the verbs that answer people in their language. */
export const LANGUAGE: Flags = { lang: { type: 'string' } }
/** The flag of the verbs that answer scripts as well. */
export const ASKING: Flags = { json: { type: 'boolean' } }

/** The flag of the verbs that print what a person reads. */
export const DETAILS: Flags = { details: { type: 'boolean' } }

/** The flag of what has one value that a script wants. */
export const SHORTENING: Flags = { short: { type: 'boolean' } }

/** The flag of what several places may look at, and that of the tools whose exit status may follow one of them. */
export const PLACES: Flags = { places: { type: 'boolean' } }
export const ANY: Flags = { any: { type: 'boolean' } }

/** The flag that prints the result as a link to the page of the server. */
export const LINKING: Flags = { link: { type: 'boolean' } }

/** The flags that repeat a check: known to the line of a tool, and taken from it before it is run. */
export const WATCHING: Flags = { watch: { type: 'string' }, 'on-change': { type: 'string' } }

/** The flags of the verb for agents: whether another doorstep runs every tool, and whether the commands at home that only look are among them. */
export const FORWARDING: Flags = { all: { type: 'boolean' }, home: { type: 'boolean' } }

/** Returns the part of a command line that may hold flags: what stands before `--`. */
export function beforeDashes(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  return end < 0 ? args : args.slice(0, end)
}

/** Variables that set the language, the strongest first (POSIX, "Environment Variables", section 8.2). */
const LANGUAGE_VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG']

/** Returns the language that `--lang` names, otherwise that of the terminal. */
export function localeOf(wanted: string | undefined, environment: Environment): Locale {
  if (wanted === undefined) return localeOfTerminal(environment)
  const locale = LOCALES.find((one) => one === wanted.toLowerCase())
  if (locale) return locale
  throw usageError('not-one-of', { flag: '--lang', value: JSON.stringify(wanted), words: LOCALES.join(', ') })
}

/** Returns the language of messages about a command line that cannot be read: that of `--lang` if it names one. */
export function localeOfLine(args: readonly string[], environment: Environment): Locale {
  const [named] = args.flatMap((arg, index) =>
    arg === '--lang' ? (args[index + 1] ?? []) : arg.startsWith('--lang=') ? arg.slice(7) : [],
  )
  return LOCALES.find((one) => one === named?.toLowerCase()) ?? localeOfTerminal(environment)
}

function localeOfTerminal(environment: Environment): Locale {
  const set = LANGUAGE_VARIABLES.map((variable) => environment[variable]).find((value) => value !== undefined && value !== '')
  const language = set?.split(/[_.@-]/)[0]?.toLowerCase()
  return LOCALES.find((locale) => locale === language) ?? 'en'
}

/** Returns a value as JSON for a script, or for a terminal: what could move its cursor is escaped, wherever it comes from. */
export function jsonText(value: unknown, indent = 2): string {
  const json = JSON.stringify(value, null, indent)
  return `${json.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)}\n`
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join('')
}
