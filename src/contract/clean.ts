/** Replaces everything in a foreign text that could end a line, move the cursor or change the writing direction. */
export function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
}
