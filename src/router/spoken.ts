import { joined, wordsOf } from './catalogue/normalize.ts'

/** Returns a text in the form that is compared: one word of lowercase letters and digits, "don't know" as "dontknow". */
export function folded(text: string): string {
  return joined(wordsOf(text.replace(/['’]/g, '')))
}
