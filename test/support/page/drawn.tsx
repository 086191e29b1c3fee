// Drawings of the page as text, without a browser.
import type { VNode } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { Language } from '../../../src/faces/web/page/words.ts'

/** Returns the markup of a drawing in a language. */
export const drawn = (node: VNode, locale: 'en' | 'ko' = 'en') =>
  renderToStaticMarkup(<Language.Provider value={locale}>{node}</Language.Provider>)

/** Returns the texts in markup, one for each place. */
export const textOf = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, '\n')
    .split('\n')
    .map((text) => text.trim())
    .filter(Boolean)
