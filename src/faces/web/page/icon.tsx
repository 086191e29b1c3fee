import type { ComponentChildren } from 'preact'
import { goodIn } from '../../../contract/good.ts'

/** Paths of the icons, in a box of 16 by 16 with a line of 1.6, in the colour of the text. */
const SHAPES = {
  ok: 'M3.5 8.5l3 3 6-7',
  problem: 'M4.5 4.5l7 7m0-7l-7 7',
  unknown: 'M6 6.2c0-1.3.9-2.2 2.1-2.2 1.2 0 2 .8 2 1.9 0 1.6-2 1.7-2 3.300m0 2.600v.2',
  warning: 'M8 3.500v5.5m0 3v.1',
  skipped: 'M4.5 8h7',
  waiting: 'M8 8v.1',
  next: 'M3.5 8h9m-3.5-3.500L12.5 8 9 11.5',
  back: 'M12.5 8h-9m3.5-3.500L3.5 8 7 11.5',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
} as const
export type IconName = keyof typeof SHAPES

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={SHAPES[name]} />
    </svg>
  )
}

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

const MARK_ICONS = { good: 'ok', bad: 'problem', unknown: 'unknown' } as const satisfies Record<Mark, IconName>

/** Renders a mark with its colour and its shape; the words beside it say the same. */
export function Tick({ mark, children }: { mark: Mark | null | undefined; children?: ComponentChildren }) {
  if (!mark) return null
  return (
    <span class={`step-${MARK_ICONS[mark]}`} aria-hidden="true">
      <span class="tick">{children ?? <Icon name={MARK_ICONS[mark]} />}</span>
    </span>
  )
}

/** Classes of a headline by its mark. */
export const MARK_CLASSES = { good: 'verdict-reachable', bad: 'verdict-blocked', unknown: 'verdict-cannot-tell' } as const
