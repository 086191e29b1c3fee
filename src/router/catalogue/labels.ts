import type { Locale } from '../../contract/text.ts'
import type { Brand, Isp, Label, Menu } from './schema.ts'

/** Returns a label for a reader: first what the screen shows, then a translation in parentheses if the screen does not use the reader's language. */
export function labelIn(label: Label, locale: Locale): string {
  const { screen } = label
  const meaning = label[locale]
  if (screen === 'both' || screen === 'other' || screen === locale) return meaning
  const shown = label[screen]
  if (shown.toLowerCase() === meaning.toLowerCase()) return shown
  return locale === 'ko' ? `${shown}(${meaning})` : `${shown} (${meaning})`
}

/** Returns the steps of a path through the menus, each worded by `labelIn`. */
export function menuIn({ screen, en, ko }: Menu, locale: Locale): string[] {
  return en.map((step, index) => labelIn({ screen, en: step, ko: ko[index] ?? step }, locale))
}

const SHOWN_MAX = 40

/** Returns a caller's text, safe to show: shortened, and without control characters. */
export function shown(text: string): string {
  return [...text.replace(/\p{C}/gu, ' ')].slice(0, SHOWN_MAX).join('')
}

/** Returns whether nothing confirms an entry, so that what it says is not passed off as certain. */
export function isUnsure({ confidence, sources }: Pick<Brand | Isp, 'confidence' | 'sources'>): boolean {
  return confidence === 'low' || sources.length === 0
}
