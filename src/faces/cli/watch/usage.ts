import type { Slots } from '../../../contract/text.ts'
import type { ConfigError } from '../../../settings/config-error.ts'
import { errorOf } from '../usage-error.ts'
import { watchText } from './watch.text.ts'

/** Returns the error of a sentence about watching. */
export function watchError<Key extends keyof typeof watchText.en>(
  key: Key,
  slots: Record<Slots<(typeof watchText.en)[Key]>, string | number>,
): ConfigError {
  return errorOf(watchText, key, slots)
}
