import { LOCALES, type Locale } from '../../contract/text.ts'
import type { Flags } from '../../settings/command-line.ts'
import type { Environment } from '../../settings/read.ts'
import { usageError } from './verb.ts'

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
