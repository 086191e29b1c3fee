import type { Static, TObject } from '@sinclair/typebox'
import type { Locale } from '../contract/text.ts'
import type { REACHABILITY_FIELDS } from './fields.ts'
import { stepsText } from './steps.text.ts'

type ReachabilityAnswer = Omit<Static<TObject<typeof REACHABILITY_FIELDS>>, 'notUnderstood'>

const MARKS = { ok: '✓', problem: '✗', unknown: '?', skipped: '-' } as const

/** Returns one step, its label filled up to a width. */
export function printStep(
  { status, label, summary }: Pick<ReachabilityAnswer['steps'][number], 'status' | 'label' | 'summary'>,
  width = 0,
): string {
  return `${MARKS[status]} ${label}${' '.repeat(Math.max(0, width - Bun.stringWidth(label)))}  ${summary}`
}

/**
 * Prints an answer for a terminal, or to be pasted where people help each other: a line for each step, then the cause, and what others type.
 * Steps that a service makes needless are left out.
 */
export function printReachability({ steps, cause, friendsConnectTo }: ReachabilityAnswer, locale: Locale): string {
  const shown = steps.filter(({ code }) => code !== 'not-needed')
  const width = Math.max(...shown.map(({ label }) => Bun.stringWidth(label)))
  const lines = shown.map((step) => printStep(step, width))
  const friends = friendsConnectTo === null ? [] : [stepsText.say(locale, 'label.friends', { place: friendsConnectTo })]
  return [lines, ...[cause ?? [], friends].map((part) => [part].flat())]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}
