import { goodIn } from '../../../contract/envelope.ts'
import type { IconName } from './icon.tsx'

/** Mark of a result: good news, bad news, or something that could not be told. */
export type Mark = 'good' | 'bad' | 'unknown'

/** The fields of plans, which check nothing, so that what they leave open is no doubt. */
const OF_PLANS = ['forwardingWorks', 'routeTargets']

/** Returns the mark of an answer; null for a plan that is one. */
export function markOf(answer: object): Mark | null {
  const good = goodIn(answer)
  if (good === null) return OF_PLANS.some((field) => field in answer) ? null : 'unknown'
  return good ? 'good' : 'bad'
}

export const MARK_ICONS = { good: 'ok', bad: 'warning', unknown: 'unknown' } as const satisfies Record<Mark, IconName>

/** Classes of a headline by its mark. */
export const MARK_CLASSES = { good: 'verdict-reachable', bad: 'verdict-blocked', unknown: 'verdict-cannot-tell' } as const
