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

const HIGH_PORT = 18_000
const PORT_ROUND = 1000

/** Returns an external port that providers do not block, with the same last digits. */
export function otherPort(port: number): number {
  return HIGH_PORT + (port % PORT_ROUND)
}

/** Returns an action that is known by its code, in words for this situation. */
export function inOtherWords({ again }: Situation, code: string, text: string): NextAction {
  return { code, text, ...again }
}
