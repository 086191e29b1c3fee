import { lettersOf, slipsBetween } from '../platform/edit-distance.ts'

/** Any name may have one typo, and one more for every four letters. */
const LETTERS_PER_SLIP = 4

/** Returns the known name closest to an unknown one; null if none is close. */
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
