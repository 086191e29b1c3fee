// Names in the form in which they are compared: without differences in case, spacing and punctuation, and without words that distinguish
// nothing.
import { lettersOf, slipsBetween } from '../../platform/edit-distance.ts'
import type { Localized } from './schema.ts'

const ROUTER = [/(^| )(?:routers?|modems?|gateways?|ap)(?= |$)/g, / ?(?:공유기|라우터|모뎀|단말기)(?= |$)/g] as const

/** Words such as "router", "Wi-Fi" or "server", which do not distinguish entries. */
const SAYS_NOTHING = [
  /(^| )(?:(?:wi ?fi|wireless|internet|home) )*routers?(?= |$)/g,
  / ?(?:(?:와이파이|wi ?fi|유무선|무선|유선|인터넷|가정용) ?)*(?:공유기|라우터)(?= |$)/g,
  /(^| )(?:wi ?fi|internet)(?= |$)/g,
  / ?(?:와이파이|인터넷)(?= |$)/g,
  /(^| )servers?(?= |$)/g,
  / ?서버(?= |$)/g,
  /(^| )port ?forward(?:ing|s)?(?= |$)/g,
  / ?포트 ?포워(?:딩|드)(?= |$)/g,
] as const

/** Returns lowercase words of letters and digits, separated by spaces: "ＦＲＩＴＺ!Box  7590" is "fritz box 7590". */
export function wordsOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()
  return plain
    .replaceAll('+', 'plus')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Returns the words without "router", "modem" and the like; unchanged if nothing would be left. */
export function withoutRouter(words: string): string {
  return dropped(words, ROUTER)
}

/** Returns the distinctive words, without "wifi router", "server" and the like; unchanged if nothing would be left. */
export function tellingWords(words: string): string {
  return dropped(words, SAYS_NOTHING)
}

/** Words that people write around a name, also with a typing error: "minecraft serverr". */
const GENERAL = ['server', 'router'].map(lettersOf)

/** Returns the words without typing errors that are unmistakable: a letter twice at the end ("plexx"), a general word with one slip. */
export function mended(words: string): string {
  const mendedWord = (word: string) => {
    const general = GENERAL.find((letters) => slipsBetween(letters, lettersOf(word), 1) === 1)
    return general ? general.join('') : word.replace(/^(.{3,}(\p{L}))\2$/u, '$1')
  }
  return words.split(' ').map(mendedWord).join(' ')
}

const ROMAN = ['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']

/** Returns the words with the Roman number of a sequel as a digit: "diablo ii" is "diablo 2". */
export function withDigits(words: string): string {
  return words.replace(/(?<= )(?:ii|iii|iv|v|vi{1,3}|ix)(?= |$)/g, (number) => String(ROMAN.indexOf(number) + 2))
}

function dropped(words: string, patterns: readonly RegExp[]): string {
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, ''), words).trim()
  return rest === '' ? words : rest
}

/** Returns the words without spaces. */
export function joined(words: string): string {
  return words.replaceAll(' ', '')
}

/** Returns a text in the form that is compared: one word of lowercase letters and digits, "don't know" as "dontknow". */
export function folded(text: string): string {
  return joined(wordsOf(text.replace(/['’]/g, '')))
}

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

export interface Named extends Labelled {
  readonly id: string
  readonly name: Localized | string
  readonly aliases: readonly string[]
  readonly category?: string
}

/** The shortest spelling that digits may follow directly ("RT-AX86U"). */
const SERIES_MIN = 4
/** The share of a word that has to be there for it to count as unfinished: "mine" for Minecraft. */
const UNFINISHED_PART = 0.4

/** A text without spaces, with everything that comparing it needs: a text is measured once, not once for each spelling. */
export interface Spelling {
  readonly text: string
  readonly letters: readonly string[]
  readonly length: number
  readonly digits: string
}

export function spell(text: string): Spelling {
  return { text, letters: lettersOf(text), length: lengthOf(text), digits: text.replace(/\D/g, '') }
}

/** A spelling of an entry. */
export interface Key<Entry> {
  readonly entry: Entry
  readonly words: string
  /** The words, if more words follow. */
  readonly start: string
  /** All words joined, and the distinctive ones joined. */
  readonly full: string
  readonly telling: Spelling
  readonly firstWord: string
  /** The shortest text that is an unfinished first word. */
  readonly unfinishedMin: number
  readonly isSeries: boolean
  readonly isGame: boolean
}

/** Everything by which the entries of a list are found. Of two with one spelling, the first wins. */
export interface Names<Entry> {
  readonly keys: readonly Key<Entry>[]
  /** The entries by their spellings without spaces: whole, and the distinctive words alone. */
  readonly full: ReadonlyMap<string, Entry>
  readonly telling: ReadonlyMap<string, Entry>
  readonly models: readonly ModelPattern<Entry>[]
}

const namesOfList = oncePer((entries: readonly Named[]): Names<Named> => {
  const keys = entries.flatMap((entry) => [...new Set(spellingsOf(entry))].map((spelling) => keyOf(entry, spelling)))
  const last = keys.toReversed()
  return {
    keys,
    full: new Map(last.map(({ full, entry }) => [full, entry])),
    telling: new Map(last.map(({ telling, entry }) => [telling.text, entry])),
    models: modelPatternsOf(entries),
  }
})

/** Returns the names of a list, made once. */
export function namesOf<Entry extends Named>(entries: readonly Entry[]): Names<Entry> {
  // A seam: the names of this list were made from its entries.
  return namesOfList(entries) as Names<Entry>
}

export function spellingsOf({ id, name, aliases }: Named): string[] {
  return [id, ...(typeof name === 'string' ? [name] : [name.en, name.ko]), ...aliases]
}

function keyOf(entry: Named, spelling: string): Key<Named> {
  const words = wordsOf(spelling)
  const full = joined(words)
  const [firstWord = ''] = words.split(' ')
  return {
    entry,
    words,
    start: `${words} `,
    full,
    telling: spell(joined(tellingWords(words))),
    firstWord,
    unfinishedMin: UNFINISHED_PART * lengthOf(firstWord),
    isSeries: full.length >= SERIES_MIN && /\p{L}$/u.test(full),
    isGame: entry.category === 'game',
  }
}

/** Returns the length of a text in letters. A Hangul syllable counts as two, since it carries as much. */
function lengthOf(text: string): number {
  return [...text].reduce((length, letter) => length + (/[가-힣]/.test(letter) ? 2 : 1), 0)
}

/** Returns a function that makes something of an object once, and keeps it for as long as the object is there. */
export function oncePer<Source extends object, Made>(make: (source: Source) => Made): (source: Source) => Made {
  const made = new WeakMap<Source, Made>()
  return (source) => {
    const known = made.get(source) ?? make(source)
    made.set(source, known)
    return known
  }
}
