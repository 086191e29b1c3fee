import { type Locale, sayIn } from '../../contract/text.ts'
import { section } from './columns.ts'
import { dataFlagsText, dataText } from './data.text.ts'
import { FLAGS, type Flag } from './verb.ts'

const WORDS = {
  build: {
    usage: '[--city FILE ...] [--asn FILE ...] [--country FILE ...] --out FILE',
    example: '--city dbip-city-lite-2026-11.csv.gz --asn dbip-asn-lite-2026-11.csv.gz \\\n    --out doorstep-data.bundle',
  },
  update: { usage: '[--from FILE|URL ...] --data-dir FOLDER', example: '--data-dir /var/lib/doorstep-data' },
  rollback: { usage: '--data-dir FOLDER', example: '--data-dir /var/lib/doorstep-data' },
} as const

/** Returns the help of a word that follows `doorstep data`, which has these flags. */
export function dataHelp(word: keyof typeof WORDS, flags: readonly Flag[], locale: Locale): string {
  const say = sayIn(dataText, locale)
  const rows = flags.map((flag) => ({
    written: `--${flag} ${FLAGS[flag]}`.trimEnd(),
    meaning: dataFlag(word, flag, locale) ?? '',
  }))
  const line = `doorstep data ${word} ${WORDS[word].usage}${word === 'rollback' ? '' : ` ${say('flags')}`}`
  const example = `${say('Example')}:\n  doorstep data ${word} ${WORDS[word].example}\n`
  return [say(`about-${word}`), say('usage', { line }), section(say('Flags'), rows).trimEnd(), example].join('\n\n')
}

/** Returns the meaning of a flag after this word; undefined for one that is not about data. */
export function dataFlag(word: string, flag: Flag, locale: Locale): string | undefined {
  const texts: Readonly<Record<string, string>> = dataFlagsText[locale]
  return texts[`${word}-${flag}`] ?? texts[flag]
}
