import type { Static, TObject } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Locale } from '../contract/text.ts'
import { drawWhere, WHERE, type Where } from '../diagnostics/where/index.ts'
import type { REACHABILITY_FIELDS } from './fields.ts'
import { stepsText } from './steps.text.ts'

type ReachabilityAnswer = Omit<Static<TObject<typeof REACHABILITY_FIELDS>>, 'notUnderstood'>

const MARKS = { ok: '✓', problem: '✗', unknown: '?', skipped: '-' } as const

/** Findings that say no more than that a step was not taken, or what the headline, the line of the packets and what to do say as well. */
const SAYS_NOTHING: readonly string[] = [
  ...[
    'same-reason',
    'name-not-given',
    'port-not-given',
    'nat-unknown',
    'router-works',
    'router-console',
    'router-plan',
    'router-rule-not-seen',
  ],
  ...['router-inner', 'router-unseen', 'router-unseen-ipv6', 'router-decides-ipv6', 'router-leads-out', 'router-filters'],
  ...['router-reached', 'router-not-reached'],
]

/** Returns one step, its label filled up to a width. */
export function printStep(
  { status, label, summary }: Pick<ReachabilityAnswer['steps'][number], 'status' | 'label' | 'summary'>,
  width = 0,
): string {
  return `${MARKS[status]} ${label}${' '.repeat(Math.max(0, width - Bun.stringWidth(label)))}  ${summary}`
}

/**
 * Prints an answer for a terminal, or to be pasted where people help each other: a line for each step, then how far the packets came, and what
 * others type. Without `details`, the lines are those that say something new: of what is in order, only where all is.
 */
export function printReachability(answer: ReachabilityAnswer, locale: Locale, details: boolean): string {
  const { steps, cause, friendsConnectTo } = answer
  const where = whereIn(steps)
  const shown = details ? steps : steps.filter((step) => isNews(step, answer, where))
  const width = Math.max(0, ...shown.map(({ label }) => Bun.stringWidth(label)))
  const lines = shown.map((step) => printStep(step, width))
  const friends = friendsConnectTo === null ? [] : [stepsText.say(locale, 'label.friends', { place: friendsConnectTo })]
  const drawn = where && where.verdict !== 'cannot-tell' ? [drawWhere(where, locale)] : []
  return [lines, drawn, details && cause !== null ? [cause] : [], friends]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}

function isNews(
  { step, status, code }: ReachabilityAnswer['steps'][number],
  { verdict }: ReachabilityAnswer,
  where: Where | null,
): boolean {
  if (SAYS_NOTHING.includes(code) || (step === 'port' && where !== null)) return false
  return status === 'problem' || status === 'unknown' || verdict === 'reachable'
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
