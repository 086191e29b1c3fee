const DOT = 46
const ZERO = 48
const NINE = 57
const NOTHING = -1
const GROUPS = 8

/** Returns the word of four decimals without leading zeros; -1 for every other text. */
export function readDotted(text: string): number {
  let word = 0
  let part = NOTHING
  let dots = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === DOT) {
      if (part === NOTHING || ++dots > 3) return NOTHING
      word = word * 256 + part
      part = NOTHING
    } else if (code < ZERO || code > NINE || part === 0) return NOTHING
    else {
      part = (part === NOTHING ? 0 : part * 10) + code - ZERO
      if (part > 255) return NOTHING
    }
  }
  return dots === 3 && part !== NOTHING ? word * 256 + part : NOTHING
}

export function dottedOf(word: number): string {
  return `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`
}

/** Returns the canonical spelling of four words (RFC 5952): the first of the longest runs of two zero groups or more is left out. */
export function spell6(words: readonly number[]): string {
  const parts = words.flatMap((word) => [word >>> 16, word & 0xffff])
  let [start, length] = [0, 1]
  for (let index = 0, run = 0; index < GROUPS; index++) {
    run = parts[index] === 0 ? run + 1 : 0
    if (run > length) [start, length] = [index - run + 1, run]
  }
  if (length === 1) return hex(parts)
  return `${hex(parts.slice(0, start))}::${hex(parts.slice(start + length))}`
}

function hex(parts: readonly number[]): string {
  return parts.map((part) => part.toString(16)).join(':')
}
