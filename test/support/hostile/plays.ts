let count = 0

/** Counts that a stranger does what its shape says. */
export function play(): void {
  count++
}

/** Returns how often that was since the last call: a test without any proves nothing. */
export function playsSoFar(): number {
  const plays = count
  count = 0
  return plays
}
