const SECOND_MS = 1000
const UNITS: Readonly<Record<string, number>> = { s: SECOND_MS, m: 60 * SECOND_MS, h: 3_600 * SECOND_MS, d: 86_400 * SECOND_MS }
const DIGITS_MAX = 6

/** Reads a length of time such as `30s`, `10m`, `2h` or `1d`, in milliseconds; null if it is not one. */
export function readSpan(text: string): number | null {
  const [, count = '', unit = ''] = /^(\d+)([a-z])$/.exec(text) ?? []
  const unitMs = UNITS[unit]
  return unitMs === undefined || count.length > DIGITS_MAX ? null : Number(count) * unitMs
}

/** Returns it as people write it, in the largest unit without a fraction. */
export function writeSpan(spanMs: number): string {
  const [unit, unitMs] = Object.entries(UNITS).findLast(([, one]) => spanMs % one === 0) ?? ['s', SECOND_MS]
  return `${Math.round(spanMs / unitMs)}${unit}`
}

/** Returns a time in milliseconds, in fewer digits the longer it is: microseconds do not matter in tens of milliseconds. */
export function inMs(ms: number): string {
  return ms >= 100 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toFixed(2)
}
