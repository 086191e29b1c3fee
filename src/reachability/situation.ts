import type { FollowUp, Next, NextAction } from '../contract/next-action.ts'
import type { adviceText } from './advice.text.ts'
import type { Check, Finding } from './check.ts'

/** A check with its findings, and the words for what to do about them. */
export interface Situation extends Check {
  readonly findings: readonly Finding[]
  readonly next: Next<typeof adviceText.en>
  /** The request to repeat. */
  readonly again: FollowUp
  readonly hostname: string
  readonly ip: string
  readonly type: 'A' | 'AAAA'
}

export type Advise = (situation: Situation) => NextAction

/** Returns an action that is known by its code, in words for this situation. */
export function inOtherWords({ again }: Situation, code: string, text: string): NextAction {
  return { code, text, ...again }
}
