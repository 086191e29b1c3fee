const STEP_MS = 100
const WINDOW_MS = 15_000

/**
 * Follows the lag of the event loop. Returns a function that gives the longest delay of this window and the previous one, not since the
 * last call: several scrapers may ask, each at its own pace.
 */
export function followLoop(): () => number {
  let [before, current] = [0, 0]
  let due = performance.now() + STEP_MS
  let windowEnd = due + WINDOW_MS
  const step = () => {
    const now = performance.now()
    if (now > windowEnd) {
      before = current
      current = 0
      windowEnd = now + WINDOW_MS
    }
    current = Math.max(current, now - due)
    due = now + STEP_MS
  }
  setInterval(step, STEP_MS).unref()
  return () => Math.max(before, current) / 1000
}
