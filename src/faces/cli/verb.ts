/** The commands that are not tools: their parts, their flags, their lines, and the language of what they say. */

import { LOCALES, type Locale } from '../../contract/text.ts'
import { type CommandLine, type Flags, parseCommandLine } from '../../settings/command-line.ts'
import type { ConfigError } from '../../settings/config-error.ts'
import { type Environment, readSettings, type Settings } from '../../settings/read.ts'
import { cliText } from './cli.text.ts'
import type { Usage } from './help.text.ts'
import type { Printed } from './output.ts'
import { usageError } from './usage-error.ts'

/** The parts of the process that a command may use. */
export interface World {
  readonly environment: Environment
  /** Starts the server, which then runs until a signal ends it. */
  start(settings: Settings): void | Promise<void>
}

/** A parsed command line of a verb. */
export interface VerbLine extends CommandLine {
  readonly environment: Environment
  readonly locale: Locale
  /** Reads the settings that the line and the environment name, as `readSettings` does. */
  settings(onMistake?: (mistake: ConfigError) => void): Settings
}

/** The outcome of a verb; null if something keeps running. */
type Acted = Printed | null | Promise<Printed | null>

/** A command that is not a tool. Dispatch, help, manual and completion follow from it. */
export interface Verb {
  /** One word or, as in "data update", two. */
  readonly name: string
  /** Its lines in `--help`; none if only scripts run it. */
  readonly usages: readonly Usage[]
  /** Its flags beside `--lang` and those of the settings. */
  readonly flags?: readonly Flag[]
  readonly words?: readonly string[]
  /** Whether any other words may follow as well. */
  readonly takesWords?: boolean
  /** The word after `data` that has help of its own. */
  readonly about?: 'build' | 'update' | 'rollback'
  /** Runs it. Throws a ConfigError. */
  act?(line: VerbLine, world: World): Acted
  /** Runs one that reads its words itself. */
  run?(args: readonly string[], world: World): Acted
}

/** The flags that are neither settings nor fields, and what each takes, which is nothing for a switch. Parser, help and completion follow from it. */
export const FLAGS = {
  json: '',
  details: '',
  short: '',
  lang: 'en|ko',
  places: '',
  any: '',
  link: '',
  watch: 'TIME',
  'on-change': "'CMD'",
  schema: 'brands|services|providers|platforms|ddns',
  types: '',
  all: '',
  home: '',
  from: 'FILE|URL',
  yes: '',
  'data-dir': 'FOLDER',
  date: 'YYYY-MM-DD',
  'extra-ca': 'FILE',
  city: 'FILE ...',
  asn: 'FILE ...',
  country: 'FILE ...',
  out: 'FILE',
  licence: 'NAME',
  'licence-url': 'URL',
  attribution: 'TEXT',
  'attribution-url': 'URL',
} as const
export type Flag = keyof typeof FLAGS

const REPEATED: readonly Flag[] = ['from', 'city', 'asn', 'country']

export function optionsOf(flags: readonly Flag[]): Flags {
  return Object.fromEntries(
    flags.map((flag) => [flag, { type: FLAGS[flag] === '' ? 'boolean' : 'string', multiple: REPEATED.includes(flag) }]),
  )
}

/** Reads the line of a verb with these flags. Throws a ConfigError that says what to write instead. */
export function readVerbLine(args: readonly string[], flags: readonly Flag[], environment: Environment): VerbLine {
  const line = parseCommandLine(args, optionsOf(['lang', ...flags]), new Map([['--schema', '']]))
  return {
    ...line,
    environment,
    locale: localeOf(line.given.get('lang'), environment),
    settings: (onMistake) => readSettings(line, environment, onMistake),
  }
}

/** Variables that set the language, the strongest first (POSIX, "Environment Variables", section 8.2). */
const LANGUAGE_VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG']

/** Returns the language that `--lang` names, otherwise that of the terminal. */
export function localeOf(wanted: string | undefined, environment: Environment): Locale {
  if (wanted === undefined) return localeOfTerminal(environment)
  const locale = LOCALES.find((one) => one === wanted.toLowerCase())
  if (locale) return locale
  throw usageError(cliText, 'not-one-of', { flag: '--lang', value: JSON.stringify(wanted), words: LOCALES.join(', ') })
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
