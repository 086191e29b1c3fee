import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Locale, type Say, sayIn, type Text } from '../../../contract/text.ts'
import { pageText } from './page.text.ts'

/** The language of the page, for every component. */
export const Language = createContext<Locale>('en')

/** The sentences of the frame and the first view. */
export type PageSay = Say<typeof pageText.en>

export function useLocale(): Locale {
  return useContext(Language)
}

export function usePageWords(): PageSay {
  return useSay(pageText)
}

/** Returns the sentences of a part of the page. Its texts are imported where they are used, so that the first view loads none of them. */
export function useSay<English extends Record<string, string>>(text: Text<English>): Say<English> {
  return sayIn(text, useContext(Language))
}

/**
 * Names that browsers leave as they are. In a browser Preact sets the property, a boolean; its server renderer writes the attribute, whose
 * values are "yes" and "no" and which leaves out `false`.
 */
// A seam: Preact's types know the property alone.
export const UNTRANSLATED = { translate: typeof document === 'undefined' ? ('no' as unknown as boolean) : false }
