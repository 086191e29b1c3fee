let count = 0

/** A stranger does what its shape says. */
export function play(): void {
  count++
}

/** How often that was since the last call: a test in which nobody plays proves nothing. */
export function playsSoFar(): number {
  const plays = count
  count = 0
  return plays
}
