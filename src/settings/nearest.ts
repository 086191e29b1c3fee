import { lettersOf, slipsBetween } from '../platform/edit-distance.ts'

/** One slip is forgiven in any name, and one more for each four letters. */
const LETTERS_PER_SLIP = 4

/** The name that somebody means who writes one that nobody knows; null where none is close. */
export function nearest(written: string, names: readonly string[]): string | null {
  const letters = lettersOf(written)
  const most = 1 + Math.floor(letters.length / LETTERS_PER_SLIP)
  const ranked = names
    .map((name) => ({ name, slips: slipsBetween(letters, lettersOf(name)) }))
    .toSorted((one, other) => one.slips - other.slips)
  const [best] = ranked
  if (best && best.slips <= most) return best.name
  return names.find((name) => name.startsWith(written)) ?? null
}
