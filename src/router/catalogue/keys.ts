import { lettersOf } from '../../platform/edit-distance.ts'
import { type Labelled, type ModelPattern, modelPatternsOf } from './models.ts'
import { joined, tellingWords, wordsOf } from './normalize.ts'
import { oncePer } from './once.ts'
import type { Localized } from './schema.ts'

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
