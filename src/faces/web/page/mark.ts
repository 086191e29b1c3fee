import { type Good, isGood } from '../../../contract/good.ts'
import { isRecord } from '../../../contract/record.ts'
import type { IconName } from './icon.tsx'

/** Mark of a result: good news, bad news, or something that could not be told. */
export type Mark = 'good' | 'bad' | 'unknown'

/** Findings of the home question, which is in no list of tools. */
export const REACHED: Good = { field: 'verdict', values: ['reachable', 'not-needed'] }

/** Values of findings that say neither yes nor no. */
const UNSURE: readonly unknown[] = ['cannot-tell', 'unknown', 'propagating', 'partial', 'unavailable']
/** Statuses of a lookup that say nothing of the name: nobody told. */
const UNTOLD: readonly unknown[] = ['refused', 'timeout', 'error']

/** Returns the mark of an answer; null for a tool that has no bad finding. Silence over UDP proves nothing. */
export function markOf(good: Good | null, answer: Readonly<Record<string, unknown>>): Mark | null {
  if (good === null) return null
  const isFine = isGood(good, answer)
  const value = answer[good.field]
  const isSilentUdp = answer.protocol === 'udp' && value === 'timeout'
  const isUntold = good.values.includes('noerror') && UNTOLD.includes(value)
  // A plan is a plan, whether or not the line is known to forward.
  if (isFine && value === 'unknown') return null
  if (isSilentUdp || isUntold || UNSURE.includes(value)) return 'unknown'
  if (isFine && isHollow(answer)) return 'unknown'
  return isFine ? 'good' : 'bad'
}

const HTTP_ERROR = 400

/** Returns whether what answers is of no use yet: an error over HTTP, or a certificate that clients do not trust. */
function isHollow(answer: Readonly<Record<string, unknown>>): boolean {
  return [answer, answer.http].filter(isRecord).some(({ status, tls }) => {
    return (typeof status === 'number' && status >= HTTP_ERROR) || (isRecord(tls) && tls.authorized === false)
  })
}

export const MARK_ICONS = { good: 'ok', bad: 'warning', unknown: 'unknown' } as const satisfies Record<Mark, IconName>

/** Classes of a headline by its mark. */
export const MARK_CLASSES = { good: 'verdict-reachable', bad: 'verdict-blocked', unknown: 'verdict-cannot-tell' } as const
