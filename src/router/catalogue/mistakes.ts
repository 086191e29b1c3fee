/** What is wrong in a file of an operator's folder. */
export interface Mistake {
  readonly file: string
  /** null where the file as a whole is meant. */
  readonly line: number | null
  /** Only where the text is not even JSON. */
  readonly column: number | null
  /** "[0].name.ko is missing"; of a whole file the rest of a sentence: "is not UTF-8". */
  readonly says: string
}

/** More are not looked for in a file. */
export const MISTAKES_MAX = 1000
const SHOWN_MAX = 50

/** A folder that cannot be laid over the catalogue. The message has a line for every mistake, as many as are of use at once. */
export class CatalogueError extends Error {
  readonly mistakes: readonly Mistake[]

  constructor(folder: string, problem: string | readonly Mistake[]) {
    super(typeof problem === 'string' ? `${JSON.stringify(folder)} ${problem}` : linesOf(folder, problem).join('\n'))
    this.mistakes = typeof problem === 'string' ? [] : problem
  }
}

function linesOf(folder: string, mistakes: readonly Mistake[]): string[] {
  const about = mistakes.length >= MISTAKES_MAX ? 'at least ' : ''
  const more = mistakes.length - SHOWN_MAX
  return [
    `${about}${mistakes.length} ${mistakes.length === 1 ? 'mistake' : 'mistakes'} in ${JSON.stringify(folder)}`,
    ...mistakes.slice(0, SHOWN_MAX).map((mistake) => `  ${textOf(mistake)}`),
    ...(more > 0 ? [`  and ${about}${more} more`] : []),
  ]
}

/** In the form of which editors and terminals make a link: `brands.json:12: [0].name.ko is missing`. */
function textOf({ file, line, column, says }: Mistake): string {
  if (line === null) return `${file} ${says}`
  return `${file}:${line}:${column === null ? '' : `${column}:`} ${says}`
}
