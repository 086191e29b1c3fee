import { lettersOf } from '../../platform/edit-distance.ts'
import type { Labelled } from './models.ts'
import { joined, tellingWords, wordsOf } from './normalize.ts'
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

const KEYS = new WeakMap<readonly Named[], readonly Key<Named>[]>()

/** Returns every spelling of every entry, computed once per list. */
export function keysOf<Entry extends Named>(entries: readonly Entry[]): readonly Key<Entry>[] {
  const known = KEYS.get(entries)
  // A seam: the keys of this list were made from its entries.
  if (known) return known as readonly Key<Entry>[]
  const keys = entries.flatMap((entry) => [...new Set(spellingsOf(entry))].map((spelling) => keyOf(entry, spelling)))
  KEYS.set(entries, keys)
  return keys
}

/** Returns the id, names and aliases of an entry. */
export function spellingsOf({ id, name, aliases }: Named): string[] {
  return [id, ...(typeof name === 'string' ? [name] : [name.en, name.ko]), ...aliases]
}

function keyOf<Entry extends Named>(entry: Entry, spelling: string): Key<Entry> {
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
