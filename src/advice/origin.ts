import type { NextAction } from '../contract/next-action.ts'
import { defineText, type Locale } from '../contract/text.ts'
import { ORIGIN_SENTENCES } from './origin.text.ts'
import { type Situation, situationOf } from './situation.ts'

/** The steps towards a port that keeps some places out, in the order of doing. */
export const ORIGIN_STEPS = ['find-origin-filter', 'ask-provider.origin', 'try-from-there'] as const

/** The difference between places, some of which get through at an address where others do not. */
interface Split {
  /** The names of those that do not. */
  readonly keptOut: string
  /** Whether it is the requester who is looked at. */
  readonly isOwn: boolean
  /** Whether it is a service that should stay shut. */
  readonly isToStayShut: boolean
}

const originText = defineText(ORIGIN_SENTENCES)

/** Returns what to do where places differ; browsers and command lines alone see that, so that it is said without the facts of a case. */
export function adviseOnSplit({ keptOut, isOwn, isToStayShut }: Split, locale: Locale) {
  const clues = { port: 'open', line: null, name: null, end: null, answer: null, origin: 'filtered-by-origin' } as const
  const situation: Situation | null = isOwn ? situationOf({ need: isToStayShut ? 'shut' : 'rule', ...clues }) : null
  const own = situation === 'exposed' ? (['protect-service.origin'] as const) : ORIGIN_STEPS
  const keys = isOwn ? own : (['find-origin-filter.target', 'try-from-there'] as const)
  const steps = keys.map(
    (key): NextAction => ({ code: key.split('.')[0] ?? key, text: originText.say(locale, key, { keptOut }) }),
  )
  return { situation, steps }
}
