import { statSync } from 'node:fs'
import type { Locale, Slots, Text } from '../../contract/text.ts'
import { type Both, ConfigError } from '../../settings/config-error.ts'
import { cliText } from './cli.text.ts'

/** The values of the slots of a sentence; a sentence of its own may be one of them. */
type Filling<Sentence extends string> = [Slots<Sentence>] extends [never] ? [] : [Record<Slots<Sentence>, string | number | Both>]

/** Returns a row of a text in both languages. */
export function bilingual<English extends Record<string, string>, Key extends keyof English & string>(
  text: Text<English>,
  key: Key,
  ...[slots]: Filling<English[Key]>
): Both {
  const said = (locale: Locale) => {
    const filled = Object.entries<string | number | Both>(slots ?? {}).map(([slot, value]) => {
      return [slot, typeof value === 'object' ? value[locale] : value]
    })
    // A seam: the same slots, in one language.
    return text.say(locale, key, Object.fromEntries(filled) as Parameters<typeof text.say<Key>>[2])
  }
  return { en: said('en'), ko: said('ko') }
}

/** Returns the error of a command that cannot be run as it was written. Which language is printed is decided where it is caught. */
export function usageError<English extends Record<string, string>, Key extends keyof English & string>(
  text: Text<English>,
  key: Key,
  ...slots: Filling<English[Key]>
): ConfigError {
  return new ConfigError(bilingual(text, key, ...slots))
}

/** Throws a ConfigError if there is no folder at the path of `--data-dir`. */
export function requireFolder(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw usageError(cliText, 'not-a-folder', { path })
}
