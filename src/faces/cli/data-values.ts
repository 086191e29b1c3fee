import type { Locale } from '../../contract/text.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { dataText } from './data.text.ts'

/** Returns the error of a value of a flag of `doorstep data`, which is not what it should be. */
export function misfit(flag: string, value: string, what: 'line' | 'link' | 'day'): ConfigError {
  const said = (locale: Locale) =>
    dataText.say(locale, 'not-what', { flag, value: JSON.stringify(value), what: dataText.say(locale, what, {}) })
  return new ConfigError({ en: said('en'), ko: said('ko') })
}
