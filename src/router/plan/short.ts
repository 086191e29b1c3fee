import type { NextAction } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import { planText } from './plan.text.ts'

/** The most steps that a reader follows in one sitting. */
const STEPS_MAX = 8
/** The actions that only some readers need, those that help least first; details and JSON have them. */
const LATER = ['remove-rules', 'port-in-use', 'old-ip-data', 'port-taken', 'use-one-router', 'find-brand', 'use-own-vpn'] as const
/** The actions that are left out whatever the number of steps. */
const NEVER = 4

/** Returns the steps that a terminal shows: those that everybody needs, in their order. */
export function shortSteps(actions: readonly NextAction[]): readonly NextAction[] {
  const always = new Set<string>(LATER.slice(0, NEVER))
  const needed = actions.filter(({ code }) => !always.has(code))
  const spare = LATER.slice(NEVER).reduce<readonly NextAction[]>(
    (left, code) => (left.length > STEPS_MAX ? left.filter((one) => one.code !== code) : left),
    needed,
  )
  return spare.length > STEPS_MAX ? [...spare.slice(0, STEPS_MAX - 1), ...spare.slice(-1)] : spare
}

/** Returns the most important security note of a service that is to be opened; null where nothing is. */
export function warningOf(
  plan: { nextActions: readonly NextAction[]; securityNotes: readonly string[] },
  locale: Locale,
): string | null {
  const [note] = plan.securityNotes
  return note === undefined || !plan.nextActions.some(({ code }) => code === 'add-rules')
    ? null
    : planText.say(locale, 'warning', { note })
}
