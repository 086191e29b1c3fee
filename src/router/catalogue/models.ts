import { joined, wordsOf } from './normalize.ts'
import { oncePer } from './once.ts'

/** The print on a box besides its brand: model patterns and the names of makers. */
export interface Labelled {
  /** Patterns in which "#" is a digit and "*" is anything: "A###", "GAPD-*". */
  readonly models?: readonly string[]
  readonly makers?: readonly string[]
}

/** A pattern in the form in which names are compared: without case, spaces and punctuation. */
export interface ModelPattern<Entry> {
  readonly entry: Entry
  readonly pattern: string
  fits(text: string): boolean
  /** The number of characters that are neither "*" nor "#". */
  readonly literal: number
}

export function modelPatternsOf<Entry extends Labelled>(entries: readonly Entry[]): ModelPattern<Entry>[] {
  return entries.flatMap((entry) =>
    (entry.models ?? []).map((model) => {
      const pattern = model
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}#*]+/gu, '')
      const glob = new Bun.Glob(pattern.replaceAll('#', '[0-9]'))
      return { entry, pattern, fits: (text) => glob.match(text), literal: pattern.replace(/[#*]/g, '').length }
    }),
  )
}

/** Returns the entries whose pattern says most about a model; several if patterns of several entries say equally much. */
export function entriesOfModel<Entry>(patterns: readonly ModelPattern<Entry>[], words: string): Entry[] {
  const text = joined(words)
  const fitting = patterns.filter(({ pattern, fits }) => fits(text) && (/\d/.test(text) || isOfWords(pattern, words)))
  const most = Math.max(...fitting.map(({ literal }) => literal))
  return [...new Set(fitting.filter(({ literal }) => literal === most).map(({ entry }) => entry))]
}

/** Returns whether the beginning that a pattern asks for is whole words: a "DIR-*" has a number or a space, and is no direction. */
function isOfWords(pattern: string, words: string): boolean {
  const [start = ''] = pattern.split('*')
  return words.split(' ').some((_, index, all) => all.slice(0, index + 1).join('') === start)
}

/** Returns whether a text is a speed class, which any maker prints on its boxes: "AC1750", "AX3000", "BE9300". */
export function isSpeedClass(words: string): boolean {
  return /^(?:n|ac|ax|be)\d{1,3}[05]0$/.test(joined(words))
}

/** Returns the entries whose models are called by a speed class; one that only begins like a model says nothing. */
export function entriesOfClass<Entry>(patterns: readonly ModelPattern<Entry>[], words: string): Entry[] {
  const whole = patterns.filter(({ pattern, fits }) => !pattern.includes('*') && fits(joined(words)))
  return [...new Set(whole.map(({ entry }) => entry))]
}

/** Returns the entries with boxes of a maker, which may be followed by a model. */
export function entriesOfMaker<Entry extends Labelled>(entries: readonly Entry[], words: string): Entry[] {
  return entries.filter((entry) => makersOf(entry).some((maker) => words === maker || isModelOf(maker, words)))
}

/** Returns the makers of an entry in the form in which names are compared. */
const makersOf = oncePer(({ makers = [] }: Labelled) => makers.map(wordsOf).filter((maker) => maker !== ''))

function isModelOf(maker: string, words: string): boolean {
  return words.startsWith(`${maker} `) && /\d/.test(words.slice(maker.length))
}
