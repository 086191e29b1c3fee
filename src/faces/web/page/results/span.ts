import type { Say } from '../../../../contract/text.ts'
import type { namesText } from '../names.text.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** Returns a time as people say it, in its two largest units. */
export function spanOf(seconds: number, say: Say<typeof namesText.en>): string {
  const parts = [
    { count: Math.floor(seconds / DAY_S), key: 'span.days' },
    { count: Math.floor((seconds % DAY_S) / HOUR_S), key: 'span.hours' },
    { count: Math.floor((seconds % HOUR_S) / MINUTE_S), key: 'span.minutes' },
    { count: seconds % MINUTE_S, key: 'span.seconds' },
  ] as const
  const first = parts.findIndex(({ count }) => count > 0)
  if (first === -1) return say('span.seconds', { count: 0 })
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, key }) => (key === 'span.days' && count === 1 ? say('span.day') : say(key, { count })))
    .join(' ')
}

/** Returns a time, in fewer digits the longer it is: microseconds do not matter in tens of milliseconds. */
export function inMs(ms: number): string {
  return ms >= 100 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toFixed(2)
}
