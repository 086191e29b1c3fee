import type { Slots, Text } from '../../contract/text.ts'
import { nearest } from '../../settings/command-line.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { cliText } from './cli.text.ts'

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
