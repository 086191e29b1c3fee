import { isOfBuilding, type PlanFacts } from './facts.ts'
import { wordsText } from './words.text.ts'

/** Returns the request to make of the provider, in the words of its staff where those are known; in a building, of its manager. */
export function wordsForProvider(facts: Pick<PlanFacts, 'isp' | 'obstacle' | 'locale'>): string {
  const { isp, obstacle, locale } = facts
  if (isOfBuilding(facts)) return wordsText.say(locale, 'building', {})
  return isp?.isp.ask?.[locale] ?? wordsText.say(locale, obstacle === 'ds-lite' ? 'ds-lite' : 'usual', {})
}
