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
  /** A bit for each kind of letter. */
  readonly kinds: number
}

export function spell(text: string): Spelling {
  const letters = lettersOf(text)
  return { text, letters, length: lengthOf(text), digits: text.replace(/\D/g, ''), kinds: kindsIn(letters) }
}

/** Returns a bit for each kind of letter; kinds that share one make two texts look more alike than they are, never less. */
function kindsIn(letters: readonly string[]): number {
  return letters.reduce((bits, letter) => bits | (1 << ((letter.codePointAt(0) ?? 0) & 31)), 0)
}

/** Returns the fewest slips that two texts can be apart: each adds or takes one kind of letter at most. */
export function fewestSlips(one: Spelling, other: Spelling): number {
  return Math.max(bitsIn(one.kinds & ~other.kinds), bitsIn(other.kinds & ~one.kinds))
}

function bitsIn(word: number): number {
  let bits = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) bits++
  return bits
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

const INDEXES = new WeakMap<readonly Key<unknown>[], Index<unknown>>()

/** The entries by their spellings without spaces: whole, and the distinctive words alone. The first entry of a list wins. */
interface Index<Entry> {
  readonly full: ReadonlyMap<string, Entry>
  readonly telling: ReadonlyMap<string, Entry>
}

/** Returns the index of a list, made once. */
export function indexOf<Entry>(keys: readonly Key<Entry>[]): Index<Entry> {
  const known = INDEXES.get(keys)
  // A seam: the index of this list was made from its keys.
  if (known) return known as Index<Entry>
  const last = keys.toReversed()
  const index = {
    full: new Map(last.map(({ full, entry }) => [full, entry])),
    telling: new Map(last.map(({ telling, entry }) => [telling.text, entry])),
  }
  INDEXES.set(keys, index)
  return index
}

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
