import { LOCALES, type Locale } from '../../contract/text.ts'
import type { Environment } from '../../settings/read.ts'
import { cliText } from './cli.text.ts'
import { usageError } from './usage-error.ts'

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
