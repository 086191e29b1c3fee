import type { Static, TObject } from '@sinclair/typebox'
import type { REACHABILITY_FIELDS } from './fields.ts'

type Answer = Omit<Static<TObject<typeof REACHABILITY_FIELDS>>, 'notUnderstood'>

const MARKS = { ok: '✓', problem: '✗', unknown: '?', skipped: '-' } as const

/** For a terminal, or to be pasted where people help each other: the verdict, a line for each step, the cause. */
export function printReachability({ ip, port, protocol, hostname, service, verdict, blockedAt, steps, cause }: Answer): string {
  const what = [service?.name, hostname].filter((one) => one !== undefined && one !== null).join(', ')
  const where = blockedAt === null ? verdict : `${verdict} (${blockedAt})`
  const width = Math.max(...steps.map(({ label }) => Bun.stringWidth(label)))
  const lines = steps.map(({ status, label, summary }) => {
    return `${MARKS[status]} ${label}${' '.repeat(width - Bun.stringWidth(label))}  ${summary}`
  })
  return [
    `${ip} ${port}/${protocol}${what === '' ? '' : ` (${what})`}: ${where}`,
    '',
    ...lines,
    '',
    ...(cause === null ? [] : [cause, '']),
  ].join('\n')
}
