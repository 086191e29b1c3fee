import type { Static, TObject } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Locale } from '../contract/text.ts'
import { drawWhere, WHERE, type Where } from '../diagnostics/where/index.ts'
import type { REACHABILITY_FIELDS } from './fields.ts'
import { stepsText } from './steps.text.ts'

type ReachabilityAnswer = Omit<Static<TObject<typeof REACHABILITY_FIELDS>>, 'notUnderstood'>

const MARKS = { ok: '✓', problem: '✗', unknown: '?', skipped: '-' } as const

/** Steps that were not taken, for a reason that the others give. */
const SAYS_NOTHING: readonly string[] = ['explained-before', 'port-not-open', 'same-reason', 'name-not-given']
/** Findings that the line of the packets draws. */
const DRAWN: readonly string[] = [
  ...['address-forwards', 'router-forwards', 'router-leads-out', 'router-filters'],
  ...['router-lets-in', 'router-reached', 'router-not-reached'],
]

/** Returns one step, its label filled up to a width. */
export function printStep(
  { status, label, summary }: Pick<ReachabilityAnswer['steps'][number], 'status' | 'label' | 'summary'>,
  width = 0,
): string {
  return `${MARKS[status]} ${label}${' '.repeat(Math.max(0, width - Bun.stringWidth(label)))}  ${summary}`
}

/**
 * Prints an answer for a terminal, or to be pasted where people help each other: a line for each step, then how far the packets came, the
 * cause, and what others type. Without `details`, steps that say no more than that they were not taken are left out.
 */
export function printReachability(answer: ReachabilityAnswer, locale: Locale, details: boolean): string {
  const { steps, cause, friendsConnectTo, blockedAt } = answer
  const where = whereIn(steps)
  const leftOut = details ? [] : [...SAYS_NOTHING, ...(where ? DRAWN : [])]
  // The headline says it.
  const isSaid = !details && blockedAt !== 'nat' && endIn(steps) !== null
  const shown = steps.filter(({ step, code }) => code !== 'not-needed' && !leftOut.includes(code) && !(step === 'port' && isSaid))
  const width = Math.max(...shown.map(({ label }) => Bun.stringWidth(label)))
  const lines = shown.map((step) => printStep(step, width))
  const friends = friendsConnectTo === null ? [] : [stepsText.say(locale, 'label.friends', { place: friendsConnectTo })]
  const drawn = where && where.verdict !== 'cannot-tell' ? [drawWhere(where, locale)] : []
  return [lines, ...[drawn, cause ?? [], friends].map((part) => [part].flat())]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}

/** Returns where packets to the port ended, as the step of the port says; null if it is open or was not looked at. */
function whereIn(steps: ReachabilityAnswer['steps']): Where | null {
  const { where } = steps.find(({ step }) => step === 'port')?.result ?? {}
  return Value.Check(WHERE, where) ? where : null
}

/** Returns the end of the packets for a headline; null if none was seen that says more than the status. */
export function endIn(steps: ReachabilityAnswer['steps']) {
  const where = whereIn(steps)
  const port = steps.find(({ step }) => step === 'port')
  if (!where || port?.code !== `port-${where.verdict}`) return null
  const { verdict, forwardingRule } = where
  const isIPv6 = forwardingRule === null
  switch (verdict) {
    case 'refused-by-device':
    case 'no-device':
      return isIPv6 ? (`${verdict}-ipv6` as const) : verdict
    case 'silent-device':
      if (isIPv6) return null
      return port.status === 'unknown' ? 'silent-by-design' : verdict
    case 'refused-at-address':
      return forwardingRule === 'proven' ? 'refused-by-router' : isIPv6 ? null : verdict
    case 'wrong-address':
      return isIPv6 ? null : verdict
    case 'router-reached':
      return port.status === 'unknown' ? null : verdict
    case 'silent-at-address':
    case 'cannot-tell':
      return null
    default:
      return verdict
  }
}
