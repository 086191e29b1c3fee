/** A text that came from outside, without what would end a line, move a cursor, or turn the direction of writing. */
export function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
}
