const STEP_MS = 100
const WINDOW_MS = 15_000

/**
 * Follows how late the event loop is. The longest delay of this window and the one before is told, not that since the last
 * question: several may ask, each at its own pace.
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
