const SHOWN_MAX = 40

/** Returns a caller's text, safe to show: shortened, and without control characters. */
export function shown(text: string): string {
  return [...text.replace(/\p{C}/gu, ' ')].slice(0, SHOWN_MAX).join('')
}
