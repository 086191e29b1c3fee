import { matchName, spellingsOf } from '../catalogue/match.ts'
import { wordsOf } from '../catalogue/normalize.ts'
import { PLATFORM_IDS, type Platform, type PlatformId } from '../catalogue/schema.ts'
import { folded, unknownValue } from './spoken.ts'

/** The platform that a text names; null if there is no text. Throws `unknown-value` for a text that names none, or two. */
export function readPlatform(text: string | undefined, platforms: readonly Platform[]): PlatformId | null {
  if (text === undefined) return null
  const known = platforms.map((platform) => ({ id: platform.id, words: new Set(spellingsOf(platform).map(folded)) }))
  const whole = known.find(({ words }) => words.has(folded(text)))
  if (whole) return whole.id
  // "Windows 11 Pro", "Galaxy S24", "ios17": one word of it, without its version.
  const parts = wordsOf(text)
    .split(' ')
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word.length > 2 || /[가-힣]/.test(word))
  const named = known.filter(({ id, words }) => id !== 'other' && parts.some((part) => words.has(part))).map(({ id }) => id)
  if (named.length === 1 && named[0]) return named[0]
  const { found, near } = matchName(platforms, text)
  const meant = (found ? [found] : near).map(({ id }) => id)
  throw unknownValue('platform', text, PLATFORM_IDS, named.length > 1 ? named : meant)
}
