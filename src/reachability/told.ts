import type { Static, TObject } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Block } from '../contract/blocks.ts'
import type { Locale } from '../contract/text.ts'
import { drawWay, WHERE, type Where } from '../diagnostics/where/index.ts'
import type { FAMILY_FIELDS, REACHABILITY_FIELDS } from './fields.ts'
import { stepsText } from './steps.text.ts'

type ReachabilityAnswer = Omit<Static<TObject<typeof REACHABILITY_FIELDS & typeof FAMILY_FIELDS>>, 'notUnderstood'>

const SIGNS = { ok: '✓', problem: '✗', unknown: '?', skipped: '-' } as const
const MARKS = { ok: 'good', problem: 'bad', unknown: 'unknown', skipped: null } as const

/** Findings that say no more than that a step was not taken, or what the headline, the line of the packets and what to do say as well. */
const SAYS_NOTHING: readonly string[] = [
  'same-reason',
  'name-not-given',
  'port-not-given',
  'nat-unknown',
  'router-works',
  'router-console',
  'router-plan',
  'router-rule-not-seen',
  'router-inner',
  'router-unseen',
  'router-unseen-ipv6',
  'router-decides-ipv6',
  'router-leads-out',
  'router-filters',
  'router-reached',
  'router-not-reached',
]

export function printStep({
  status,
  label,
  summary,
}: Pick<ReachabilityAnswer['steps'][number], 'status' | 'label' | 'summary'>): string {
  return `${SIGNS[status]} ${label}  ${summary}`
}

/**
 * Draws an answer, also to be pasted where people help each other: the steps, then how far the packets came, and what others type. A text
 * without details has the steps that say something new: of what is in order, only where all is.
 */
export function reachTold(answer: ReachabilityAnswer, locale: Locale): readonly (Block | null)[] {
  const { steps, blockedAt, cause, friendsConnectTo: place, families, ip, protocol } = answer
  const where = whereIn(steps)
  const checks = steps.map((step) => ({
    label: step.label,
    found: step.summary,
    mark: MARKS[step.status],
    more: !isNews(step, answer, where),
    ...(step.step === blockedAt && { badge: stepsText.say(locale, 'cause', {}) }),
  }))
  return [
    { kind: 'checks', lists: [{ checks }] },
    where && where.verdict !== 'cannot-tell'
      ? { kind: 'note', plain: true, text: drawWay({ where, ip, protocol, locale }) }
      : null,
    cause === null ? null : { kind: 'note', plain: true, more: true, text: cause },
    place === null ? null : { kind: 'note', plain: true, text: stepsText.say(locale, 'label.friends', { place }) },
    // One alone is the one that everything else is about.
    { kind: 'list', plain: true, items: families.length < 2 ? [] : families.map(({ headline }) => headline) },
  ]
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
export function whereIn(steps: ReachabilityAnswer['steps']): Where | null {
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
