import { type Both, Misfit } from '../../platform/misfit.ts'

/** A mistake in a file of the catalogue. */
export interface Mistake {
  readonly file: string
  /** The entry with the mistake; null if it cannot be told. */
  readonly id: string | null
  /** Null for the file as a whole. */
  readonly line: number | null
  /** Present only for text that is not valid JSON. */
  readonly column: number | null
  /** "[0].name.ko is missing"; for a whole file, the rest of a sentence about it: "is not UTF-8". */
  readonly says: Both
}

/** The number of mistakes at which the search through a file ends. */
export const MISTAKES_MAX = 1000
const SHOWN_MAX = 50

/** A folder that cannot be merged over the catalogue. The message lists the mistakes, one per line, up to a limit. */
export class CatalogueError extends Misfit {
  readonly mistakes: readonly Mistake[]

  constructor(folder: string, problem: Misfit | readonly Mistake[]) {
    const place = JSON.stringify(folder)
    if (problem instanceof Misfit) super(`${place} ${problem.message}`, `${place} - ${problem.ko}`)
    else super(mistakeList(problem, place, 'en'), mistakeList(problem, place, 'ko'))
    this.mistakes = problem instanceof Misfit ? [] : problem
  }
}

function mistakeList(mistakes: readonly Mistake[], place: string, locale: keyof Both): string {
  const isCut = mistakes.length >= MISTAKES_MAX
  const counted = (count: number, what: string) =>
    locale === 'ko' ? `${what}${count}개${isCut ? ' 이상' : ''}` : `${isCut ? 'at least ' : ''}${count} ${what}`
  const all = locale === 'ko' ? '오류 ' : mistakes.length === 1 ? 'mistake' : 'mistakes'
  const first = counted(mistakes.length, all)
  const more = mistakes.length - SHOWN_MAX
  return [
    locale === 'ko' ? `${place} 폴더에 ${first}` : `${first} in ${place}`,
    ...mistakes.slice(0, SHOWN_MAX).map((mistake) => `  ${mistakeText(mistake, locale)}`),
    ...(more > 0 ? [locale === 'ko' ? `  그 밖에 ${counted(more, '')}` : `  and ${counted(more, 'more')}`] : []),
  ].join('\n')
}

/** Returns a mistake in the form that editors and terminals turn into a link: `brands.json:12: [0].name.ko is missing (acme-box)`. */
function mistakeText({ file, id, line, column, says }: Mistake, locale: keyof Both): string {
  if (line === null) return locale === 'ko' ? `${file} - ${says.ko}` : `${file} ${says.en}`
  return `${file}:${line}:${column === null ? '' : `${column}:`} ${says[locale]}${id === null ? '' : ` (${id})`}`
}
