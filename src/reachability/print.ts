import type { Static, TObject } from '@sinclair/typebox'
import type { REACHABILITY_FIELDS } from './fields.ts'

type ReachabilityAnswer = Omit<Static<TObject<typeof REACHABILITY_FIELDS>>, 'notUnderstood'>

const MARKS = { ok: '✓', problem: '✗', unknown: '?', skipped: '-' } as const

/** Returns one step, its label filled up to a width. */
export function printStep(
  { status, label, summary }: Pick<ReachabilityAnswer['steps'][number], 'status' | 'label' | 'summary'>,
  width = 0,
): string {
  return `${MARKS[status]} ${label}${' '.repeat(Math.max(0, width - Bun.stringWidth(label)))}  ${summary}`
}

/** Prints an answer for a terminal, or to be pasted where people help each other: a line for each step, then the cause. */
export function printReachability({ steps, cause }: ReachabilityAnswer): string {
  const width = Math.max(...steps.map(({ label }) => Bun.stringWidth(label)))
  const lines = steps.map((step) => printStep(step, width))
  return [...lines, '', ...(cause === null ? [] : [cause, ''])].join('\n')
}
