import type { NextAction } from '../contract/next-action.ts'
import { defineText, type Locale } from '../contract/text.ts'
import { ORIGIN_SENTENCES } from './origin.text.ts'
import { type Situation, situationOf } from './situation.ts'

/** The steps towards a port that keeps some places out, in the order of doing. */
export const ORIGIN_STEPS = ['find-origin-filter', 'ask-provider.origin', 'try-from-there'] as const

const originText = defineText(ORIGIN_SENTENCES)

/** Returns what to do where `keptOut` do not get through and other places do: known to browsers and command lines alone, so that no facts of a case are at hand. */
export function adviseOnSplit(
  { keptOut, isOwn, isToStayShut }: { keptOut: string; isOwn: boolean; isToStayShut: boolean },
  locale: Locale,
) {
  const clues = { port: 'open', line: null, name: null, end: null, answer: null, origin: 'filtered-by-origin' } as const
  const situation: Situation | null = isOwn ? situationOf({ need: isToStayShut ? 'shut' : 'rule', ...clues }) : null
  const own = situation === 'exposed' ? (['protect-service.origin'] as const) : ORIGIN_STEPS
  const keys = isOwn ? own : (['find-origin-filter.target', 'try-from-there'] as const)
  const steps = keys.map(
    (key): NextAction => ({ code: key.split('.')[0] ?? key, text: originText.say(locale, key, { keptOut }) }),
  )
  return { situation, steps }
}
