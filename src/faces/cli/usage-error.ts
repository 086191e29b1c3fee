import type { Slots, Text } from '../../contract/text.ts'
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
