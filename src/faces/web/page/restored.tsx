import { restoredText } from './restored.text.ts'
import type { Run } from './run.ts'
import { useSay } from './words.ts'

/** Renders when a result that was brought back was found: by now, it may be old. */
export function Restored({ run: { isRestored, ending } }: { run: Run }) {
  const say = useSay(restoredText)
  if (!isRestored || ending?.kind !== 'answered') return null
  return <p class="restored quiet small">{say('restored', { time: timeOf(ending.answer.checkedAt) })}</p>
}

/** Returns a time on the clock of the reader: formatters of browsers are slow to load. */
export function timeOf(checkedAt: string): string {
  const at = new Date(checkedAt)
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-')
  return `${day} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
