/** Returns a text letter by letter. Hangul syllables are split into the letters on the keyboard. */
export function lettersOf(text: string): readonly string[] {
  return [...text.normalize('NFD')]
}

/**
 * Returns the number of typos between two texts: a letter too many, missing or wrong, or two neighbours swapped (optimal string alignment).
 * More than `most` are not counted: then the answer is one more than that.
 */
export function slipsBetween(one: readonly string[], other: readonly string[], most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let previous = [...Array(other.length + 1).keys()]
  for (const [row, letter] of one.entries()) {
    const current = [row + 1]
    for (const [column, candidate] of other.entries()) {
      const changed = at(previous, column) + (letter === candidate ? 0 : 1)
      const swapped = letter === other[column - 1] && one[row - 1] === candidate ? at(before, column - 1) + 1 : changed
      current.push(Math.min(at(previous, column + 1) + 1, at(current, column) + 1, changed, swapped))
    }
    // No later row is below the least of this one.
    if (Math.min(...current) > most) return most + 1
    before = previous
    previous = current
  }
  return Math.min(at(previous, other.length), most + 1)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
