import { matchName } from './catalogue/match.ts'
import { folded, spellingsOf, wordsOf } from './catalogue/names.ts'
import type { Platform, PlatformId } from './catalogue/schema.ts'

export type PlatformVariant = NonNullable<Platform['variants']>[number]

/** Returns the platform that a text names, null if there is no text, and its make if that has menus of its own. A text that names none, or two, is `other`. */
export function readPlatform(text: string | undefined, platforms: readonly Platform[]) {
  if (text === undefined) return { platform: null, variant: null, isUnderstood: true }
  const id = platformIn(text, platforms)
  if (id === null) return { platform: 'other' as const, variant: null, isUnderstood: false }
  const variants = platforms.find((platform) => platform.id === id)?.variants ?? []
  const said = [folded(text), ...partsOf(text)]
  const variant = variants.find(({ aliases }) => aliases.map(folded).some((alias) => said.includes(alias))) ?? null
  return { platform: id, variant, isUnderstood: true }
}

function platformIn(text: string, platforms: readonly Platform[]): PlatformId | null {
  const known = platforms.map((platform) => ({ id: platform.id, words: new Set(spellingsOf(platform).map(folded)) }))
  const whole = known.find(({ words }) => words.has(folded(text)))
  if (whole) return whole.id
  const named = known.filter(({ words }) => partsOf(text).some((part) => words.has(part))).map(({ id }) => id)
  // "Windows laptop": a kind of device says less than a platform.
  const [only, another] = named.some((id) => id !== 'other') ? named.filter((id) => id !== 'other') : named
  if (only !== undefined) return another === undefined ? only : null
  return matchName(platforms, text).found?.id ?? null
}

/** Returns the words of a text without their versions: "Windows 11 Pro", "Galaxy S24", "ios17", "PlayStation 5". */
function partsOf(text: string): string[] {
  return wordsOf(text)
    .split(' ')
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word.length > 2 || /[가-힣]/.test(word))
}
