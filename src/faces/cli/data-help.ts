import { type Locale, sayIn } from '../../contract/text.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { section } from './columns.ts'
import { dataText } from './data.text.ts'
import { BUILD_FLAGS, ROLLBACK_FLAGS, UPDATE_FLAGS } from './data-flags.ts'
import type { FlagRow } from './verb.ts'

interface Page {
  readonly usage: string
  readonly flags: readonly FlagRow[]
  readonly example: string
}

const PAGES: Readonly<Record<'build' | 'update' | 'rollback', Page>> = {
  build: {
    usage: 'doorstep data build [--city FILE ...] [--asn FILE ...] [--country FILE ...] --out FILE',
    flags: BUILD_FLAGS,
    example: `doorstep data build --city dbip-city-lite-2026-11.csv.gz --asn dbip-asn-lite-2026-11.csv.gz \\
    --out doorstep-data.bundle`,
  },
  update: {
    usage: 'doorstep data update [--from FILE|URL ...] --data-dir FOLDER',
    flags: UPDATE_FLAGS,
    example: 'doorstep data update --data-dir /var/lib/doorstep-data',
  },
  rollback: {
    usage: 'doorstep data rollback --data-dir FOLDER',
    flags: ROLLBACK_FLAGS,
    example: 'doorstep data rollback --data-dir /var/lib/doorstep-data',
  },
}

/** Returns the help of a word that follows `doorstep data`. */
export function dataHelp(word: keyof typeof PAGES, locale: Locale): string {
  const { usage, flags, example } = PAGES[word]
  const say = sayIn(dataText, locale)
  const rows = flags.map(({ flag, placeholder, meaning, korean }) => ({
    written: `--${flag} ${placeholder}`.trimEnd(),
    meaning: locale === 'ko' ? korean : meaning,
  }))
  const line = word === 'rollback' ? usage : `${usage} ${say('flags')}`
  return `${say(`about-${word}`)}

${say('usage', { line })}

${section(say('Flags'), rows)}
${say('Example')}:
  ${example}
`
}

/** Returns the error of a value of a flag of `doorstep data`, which is not what it should be. */
export function misfit(flag: string, value: string, what: 'line' | 'link' | 'day'): ConfigError {
  const said = (locale: Locale) =>
    dataText.say(locale, 'not-what', { flag, value: JSON.stringify(value), what: dataText.say(locale, what, {}) })
  return new ConfigError({ en: said('en'), ko: said('ko') })
}
