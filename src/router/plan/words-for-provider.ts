import type { PlanFacts } from './facts.ts'
import { lineText } from './line.text.ts'

/** What to say to the provider, in the words that its staff know where those are known; in a building, to its manager. */
export function wordsForProvider({ isp, obstacle, locale }: PlanFacts): string {
  if (obstacle === 'building') return lineText.say(locale, 'ask-words-building', {})
  const own = isp && !isp.guessed ? isp.isp.ask : null
  if (own) return own[locale]
  return lineText.say(locale, obstacle === 'ds-lite' ? 'ask-words-ds-lite' : 'ask-words', {})
}
