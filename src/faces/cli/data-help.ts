import { type Locale, sayIn } from '../../contract/text.ts'
import { section } from './columns.ts'
import { dataFlagsText, dataText } from './data.text.ts'
import { FLAGS, type Flag } from './verb.ts'

type Word = 'build' | 'update' | 'rollback'

const USAGES: Readonly<Record<Word, string>> = {
  build: '[--city FILE ...] [--asn FILE ...] [--country FILE ...] --out FILE',
  update: '[--from FILE|URL ...] --data-dir FOLDER',
  rollback: '--data-dir FOLDER',
}
const EXAMPLES: Readonly<Record<Word, string>> = {
  build: '--city dbip-city-lite-2026-11.csv.gz --asn dbip-asn-lite-2026-11.csv.gz \\\n    --out doorstep-data.bundle',
  update: '--data-dir /var/lib/doorstep-data',
  rollback: '--data-dir /var/lib/doorstep-data',
}

/** Returns the help of a word that follows `doorstep data`, which has these flags. */
export function dataHelp(word: Word, flags: readonly Flag[], locale: Locale): string {
  const say = sayIn(dataText, locale)
  const rows = flags.map((flag) => ({
    written: `--${flag} ${FLAGS[flag]}`.trimEnd(),
    meaning: dataFlag(word, flag, locale) ?? '',
  }))
  const line = `doorstep data ${word} ${USAGES[word]}${word === 'rollback' ? '' : ` ${say('flags')}`}`
  const example = `${say('Example')}:\n  doorstep data ${word} ${EXAMPLES[word]}\n`
  return [say(`about-${word}`), say('usage', { line }), section(say('Flags'), rows).trimEnd(), example].join('\n\n')
}

/** Returns the meaning of a flag after this word; undefined for one that is not about data. */
export function dataFlag(word: string, flag: Flag, locale: Locale): string | undefined {
  const texts: Readonly<Record<string, string>> = dataFlagsText[locale]
  return texts[`${word}-${flag}`] ?? texts[flag]
}
