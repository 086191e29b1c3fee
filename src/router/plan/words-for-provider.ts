import type { PlanFacts } from './facts.ts'
import { lineText } from './line.text.ts'

/** Returns the request to make of the provider, in the words of its staff where those are known; in a building, of its manager. */
export function wordsForProvider({ isp, obstacle, locale }: PlanFacts): string {
  if (obstacle === 'building') return lineText.say(locale, 'ask-words-building', {})
  const own = isp && !isp.guessed ? isp.isp.ask : null
  if (own) return own[locale]
  return lineText.say(locale, obstacle === 'ds-lite' ? 'ask-words-ds-lite' : 'ask-words', {})
}
