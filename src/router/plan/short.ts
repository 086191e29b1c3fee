import type { NextAction } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import { planText } from './plan.text.ts'

/** The most steps that a reader follows in one sitting. */
const STEPS_MAX = 8
/** The actions that nobody needs to begin with; details and JSON have them. */
const LATER: readonly string[] = ['remove-rules', 'old-ip-data', 'port-taken']
/** The actions that are left out of a long list, those that help least first. */
const SPARE: readonly string[] = ['find-brand', 'use-own-vpn']

/** Returns the steps that a terminal shows: those that everybody needs, in their order. */
export function shortSteps(actions: readonly NextAction[]): readonly NextAction[] {
  const needed = actions.filter(({ code }) => !LATER.includes(code))
  return SPARE.reduce((left, code) => (left.length > STEPS_MAX ? left.filter((one) => one.code !== code) : left), needed)
}

/** Returns the caution about a service that is to be opened; null where nothing is. */
export function warningOf(
  { nextActions, caution }: { nextActions: readonly NextAction[]; caution: string | null },
  locale: Locale,
): string | null {
  const isOpened = nextActions.some(({ code }) => code === 'add-rules')
  return caution === null || !isOpened ? null : planText.say(locale, 'warning', { note: caution })
}
