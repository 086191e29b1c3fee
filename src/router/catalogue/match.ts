import { lettersOf, slipsBetween } from '../../platform/edit-distance.ts'
import { joined, tellingWords, withoutRouter, wordsOf } from './normalize.ts'
import type { Localized } from './schema.ts'

export interface Named {
  readonly id: string
  readonly name: Localized | string
  readonly aliases: readonly string[]
}

/** `near` has at most five entries, the best first, and only if nothing was found. */
export interface Match<Entry> {
  readonly found: Entry | null
  readonly near: readonly Entry[]
}

const NEAR_MAX = 5
/** No name is longer; longer text is not compared letter by letter. */
const TEXT_MAX = 100
/** The shortest spelling that a model may follow after a space ("ASUS RT-AX86U"), and that digits may follow directly ("RT-AX86U"). */
const BRAND_MIN = 3
const SERIES_MIN = 4
/** Shorter text is never taken for a typing error. */
const SLIP_MIN = 4
const SLIPS_MAX = 3

/**
 * The entry that a text names: by id, name or alias, in any case, spacing and punctuation, with or without a word such as
 * "router", with a model number after it, or with an unmistakable typing error.
 */
export function matchName<Entry extends Named>(entries: readonly Entry[], text: string): Match<Entry> {
  const words = wordsOf(text)
  if (words === '' || words.length > TEXT_MAX) return { found: null, near: [] }
  const keys = keysOf(entries)
  const found = exactly(keys, words) ?? bySeries(keys, words) ?? byModel(keys, words)
  if (found) return { found, near: [] }
  return bySlips(keys, joined(tellingWords(words)))
}

interface Key<Entry> {
  readonly entry: Entry
  readonly words: string
  /** All words joined, and the distinctive ones joined. */
  readonly full: string
  readonly telling: string
  readonly letters: readonly string[]
}

const KEYS = new WeakMap<readonly Named[], readonly Key<Named>[]>()

/** Every spelling of every entry, computed once per list. */
function keysOf<Entry extends Named>(entries: readonly Entry[]): readonly Key<Entry>[] {
  const known = KEYS.get(entries)
  // A seam: the keys of this list were made from its entries.
  if (known) return known as readonly Key<Entry>[]
  const keys = entries.flatMap((entry) => [...new Set(spellingsOf(entry))].map((spelling) => keyOf(entry, spelling)))
  KEYS.set(entries, keys)
  return keys
}

/** The id, names and aliases of an entry. */
export function spellingsOf({ id, name, aliases }: Named): string[] {
  return [id, ...(typeof name === 'string' ? [name] : [name.en, name.ko]), ...aliases]
}

function keyOf<Entry>(entry: Entry, spelling: string): Key<Entry> {
  const words = wordsOf(spelling)
  const telling = joined(tellingWords(words))
  return { entry, words, full: joined(words), telling, letters: lettersOf(telling) }
}

/** By all words, otherwise without "router" ("Google Wifi router" is "Google Wifi"), otherwise by the distinctive words. */
function exactly<Entry>(keys: readonly Key<Entry>[], words: string): Entry | null {
  const [full, bare, telling] = [words, withoutRouter(words), tellingWords(words)].map(joined)
  const found =
    keys.find((key) => key.full === full) ?? keys.find((key) => key.full === bare) ?? keys.find((key) => key.telling === telling)
  return found?.entry ?? null
}

/** A make followed by a series: the series decides if it belongs to the same entry or has a number ("TP-Link TL-WR841N"). */
function bySeries<Entry>(keys: readonly Key<Entry>[], words: string): Entry | null {
  const make = longest(keys.filter((key) => key.full.length >= BRAND_MIN && words.startsWith(`${key.words} `)))
  if (!make) return null
  const series = words.slice(make.words.length + 1)
  const found = exactly(keys, series) ?? byModel(keys, series)
  return found === make.entry || /\d/.test(series) ? found : null
}

/** The entry with the longest spelling that the text starts with, if a model or a version follows. */
function byModel<Entry>(keys: readonly Key<Entry>[], words: string): Entry | null {
  const texts = [words, tellingWords(words)]
  return longest(keys.filter((key) => texts.some((text) => isFollowedByModel(text, key))))?.entry ?? null
}

function longest<Entry>(keys: readonly Key<Entry>[]): Key<Entry> | null {
  return keys.toSorted((one, other) => other.full.length - one.full.length)[0] ?? null
}

function isFollowedByModel(text: string, { words, full }: Key<unknown>): boolean {
  if (full.length >= BRAND_MIN && text.startsWith(`${words} `) && isModel(text.slice(words.length + 1))) return true
  const rest = joined(text).startsWith(full) ? joined(text).slice(full.length) : ''
  return full.length >= SERIES_MIN && /\p{L}$/u.test(full) && /^\d[a-z\d]{0,9}$/.test(rest)
}

/** Up to four short words of Latin letters and digits, at least one with a digit: "rt ax86u", "7590 ax", "c7 v2". */
function isModel(text: string): boolean {
  const words = text.split(' ')
  return words.length <= 4 && /\d/.test(text) && words.every((word) => /^([a-z]{1,5}|(?=[a-z]*\d)[a-z\d]{1,10})$/.test(word))
}

/** The nearest entry if it is unmistakable; otherwise all that are near. */
function bySlips<Entry>(keys: readonly Key<Entry>[], text: string): Match<Entry> {
  const nearest = new Map<Entry, { slips: number; sure: boolean }>()
  const letters = lettersOf(text)
  for (const { entry, telling, letters: theirs } of keys) {
    const isClose = Math.abs(theirs.length - letters.length) <= SLIPS_MAX
    if (!isClose && !telling.startsWith(text) && !text.startsWith(telling)) continue
    const slips = allowedSlips(telling, text, isClose ? slipsBetween(theirs, letters) : SLIPS_MAX + 1)
    const best = nearest.get(entry)
    if (slips !== null && (!best || slips < best.slips)) nearest.set(entry, { slips, sure: slips <= sureSlips(telling, text) })
  }
  const ranked = [...nearest].sort(([, one], [, other]) => one.slips - other.slips)
  const [first, second] = ranked
  if (first?.[1].sure && (!second || second[1].slips > first[1].slips)) return { found: first[0], near: [] }
  return { found: null, near: ranked.slice(0, NEAR_MAX).map(([entry]) => entry) }
}

/** The number of slips between a spelling and a text; null if there are too many to suggest it. */
function allowedSlips(spelling: string, text: string, slips: number): number | null {
  if (Math.min(lengthOf(spelling), lengthOf(text)) < SLIP_MIN) return null
  const sure = sureSlips(spelling, text)
  if (slips <= sure + 1) return slips
  return spelling.startsWith(text) || text.startsWith(spelling) ? sure + 2 : null
}

/** How many slips are unmistakable: none in a short name, and none in a number. */
function sureSlips(spelling: string, text: string): number {
  const shorter = Math.min(lengthOf(spelling), lengthOf(text))
  if (shorter <= SLIP_MIN || spelling.replace(/\D/g, '') !== text.replace(/\D/g, '')) return 0
  return shorter < 2 * SLIP_MIN ? 1 : 2
}

/** A Hangul syllable counts as two letters, since it carries as much. */
function lengthOf(text: string): number {
  return [...text].reduce((length, letter) => length + (/[가-힣]/.test(letter) ? 2 : 1), 0)
}
