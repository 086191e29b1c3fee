import type { Locale } from '../../contract/text.ts'
import type { Brand, Isp, Label, Menu } from './schema.ts'

/** Returns a label for a reader: first what the screen shows, then a translation in parentheses if the screen does not use the reader's language. */
export function labelIn(label: Label, locale: Locale): string {
  const { screen } = label
  const meaning = label[locale]
  if (screen === 'both' || screen === 'other' || screen === locale) return meaning
  const onScreen = label[screen]
  if (onScreen.toLowerCase() === meaning.toLowerCase()) return onScreen
  return locale === 'ko' ? `${onScreen}(${meaning})` : `${onScreen} (${meaning})`
}

/** The labels of a path that no screen shows: the app to open, or something of one's own to choose. */
const DESCRIBED = /^[a-z]| app$/

/** Returns the steps of a path through the menus, each worded by `labelIn`; in Korean, those of an English screen in English alone. */
export function menuIn({ screen, en, ko }: Menu, locale: Locale): string[] {
  return en.map((step, index) => {
    const meaning = ko[index] ?? step
    if (locale === 'ko' && screen === 'en') return DESCRIBED.test(step) ? meaning : step
    return labelIn({ screen, en: step, ko: meaning }, locale)
  })
}

/** Returns the same as one line. */
export function pathIn(menu: Menu, locale: Locale): string {
  return menuIn(menu, locale).join(' > ')
}

const SHOWN_MAX = 40

/** Returns a caller's text, safe to show: shortened, and without control characters. */
export function safeText(text: string): string {
  return [...text.replace(/\p{C}/gu, ' ')].slice(0, SHOWN_MAX).join('')
}

/** Returns whether nothing confirms an entry, so that what it says is not passed off as certain. */
export function isUnsure({ confidence, sources }: Pick<Brand | Isp, 'confidence' | 'sources'>): boolean {
  return confidence === 'low' || sources.length === 0
}
