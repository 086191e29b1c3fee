import type { FollowUp, NextAction } from '../../contract/next-action.ts'
import type { About } from './say.ts'

/** The requests behind the actions: to check again, and the plan. */
export interface Behind {
  readonly again: FollowUp
  readonly plan: FollowUp
}

/** Returns what to do about where the packets ended, in the order of doing; nothing where the verdict advises nothing of its own. */
export function whereActions(_about: About, _behind: Behind): NextAction[] {
  return []
}
