const MICROSECONDS_PER_MS = 1000

/** To the microsecond: no clock here knows more. */
export function rounded(milliseconds: number): number {
  return Math.round(milliseconds * MICROSECONDS_PER_MS) / MICROSECONDS_PER_MS
}

/** How long ago a moment of `performance.now()` is. */
export function since(start: number): number {
  return rounded(performance.now() - start)
}
