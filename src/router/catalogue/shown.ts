const SHOWN_MAX = 40

/** What a caller wrote, as it may come back: short, and without what a terminal would obey. */
export function shown(text: string): string {
  return [...text.replace(/\p{C}/gu, ' ')].slice(0, SHOWN_MAX).join('')
}
