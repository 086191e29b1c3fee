const MICROSECONDS_PER_MS = 1000

/** Rounds to the microsecond, the precision of our clocks. */
export function rounded(milliseconds: number): number {
  return Math.round(milliseconds * MICROSECONDS_PER_MS) / MICROSECONDS_PER_MS
}

/** Returns the milliseconds since `start`, a value of `performance.now()`. */
export function since(start: number): number {
  return rounded(performance.now() - start)
}
