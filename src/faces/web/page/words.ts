import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Locale, type Say, sayIn, type Text } from '../../../contract/text.ts'
import { apiText } from './api.text.ts'
import { foundText } from './found.text.ts'
import { issuanceText } from './issuance.text.ts'
import { pageText } from './page.text.ts'
import { toolText } from './tool.text.ts'

/** The language of the page, for every component. */
export const Language = createContext<Locale>('en')

const SAY = {
  page: { en: sayIn(pageText, 'en'), ko: sayIn(pageText, 'ko') },
  api: { en: sayIn(apiText, 'en'), ko: sayIn(apiText, 'ko') },
  tool: { en: sayIn(toolText, 'en'), ko: sayIn(toolText, 'ko') },
  found: { en: sayIn(foundText, 'en'), ko: sayIn(foundText, 'ko') },
  issuance: { en: sayIn(issuanceText, 'en'), ko: sayIn(issuanceText, 'ko') },
}

/** The sentences of the frame and the first view. */
export type PageSay = Say<typeof pageText.en>

export function useLocale(): Locale {
  return useContext(Language)
}

/** Returns the sentences of the frame and the first view. */
export function usePageWords(): PageSay {
  return SAY.page[useContext(Language)]
}

/** Returns the sentences of tools and results. */
export function useToolWords(): Say<typeof toolText.en> {
  return SAY.tool[useContext(Language)]
}

/** Returns the words for findings of results. */
export function useFoundWords(): Say<typeof foundText.en> {
  return SAY.found[useContext(Language)]
}

/** Returns the words of a drawing of whether a certificate will come. */
export function useIssuanceWords(): Say<typeof issuanceText.en> {
  return SAY.issuance[useContext(Language)]
}

/** Returns the sentences of the reference. */
export function useApiWords(): Say<typeof apiText.en> {
  return SAY.api[useContext(Language)]
}

/** Returns the sentences of a part of the page that has texts of its own. */
export function useSay<English extends Record<string, string>>(text: Text<English>): Say<English> {
  return sayIn(text, useContext(Language))
}

/** Returns the day of a time in ISO 8601: readable in every language, and formatters of browsers are slow to load. */
export function dayOf(time: string): string {
  return time.slice(0, '2026-06-05'.length)
}
