const DOT = 46
const ZERO = 48
const NINE = 57
const COLON = 58
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

/** Scratch space for the groups of one address: nothing else runs while it is read, and a list for each address would be garbage. */
const groups = new Uint16Array(GROUPS)

/**
 * Returns the words of an IPv6 address in its canonical spelling (RFC 5952), so that the text is its own; null for every other text, which may be
 * an address all the same.
 */
export function readCanonical6(text: string): number[] | null {
  let count = 0
  let gap = NOTHING
  let at = 0
  if (text.charCodeAt(0) === COLON) {
    if (text.charCodeAt(1) !== COLON) return null
    gap = 0
    at = 2
  }
  while (at < text.length) {
    if (count === GROUPS) return null
    let group = NOTHING
    for (; at < text.length; at++) {
      const digit = DIGITS[text.charCodeAt(at)] ?? NOTHING
      if (digit === NOTHING) break
      if (group === 0 || group > 0xfff) return null
      group = group === NOTHING ? digit : group * 16 + digit
    }
    if (group === NOTHING) return null
    groups[count++] = group
    if (at === text.length) break
    if (text.charCodeAt(at++) !== COLON) return null
    if (text.charCodeAt(at) === COLON) {
      if (gap !== NOTHING) return null
      gap = count
      at++
    } else if (at === text.length) return null
  }
  return isCanonical(count, gap) ? wordsOf(count, gap) : null
}

/** The digits of lower case by their codes; -1 for all else. */
const DIGITS = new Int8Array(128).fill(NOTHING)
for (let digit = 0; digit < 16; digit++) DIGITS[digit.toString(16).charCodeAt(0)] = digit

/** Returns whether the gap stands for two groups or more, and for the first of the longest runs of zeros; without a gap there is no such run. */
function isCanonical(count: number, gap: number): boolean {
  const hidden = gap === NOTHING ? 1 : GROUPS - count
  if (gap === NOTHING ? count !== GROUPS : hidden < 2) return false
  let run = 0
  for (let index = 0; index < count; index++) {
    if (index === gap) run = 0
    run = groups[index] === 0 ? run + 1 : 0
    const isNextToGap = index === gap || index === gap - 1
    if (run > hidden || (run > 0 && isNextToGap) || (run === hidden && run > 1 && index < gap)) return false
  }
  return true
}

function wordsOf(count: number, gap: number): number[] {
  if (gap !== NOTHING) {
    groups.copyWithin(gap + GROUPS - count, gap, count)
    groups.fill(0, gap, gap + GROUPS - count)
  }
  return [wordAt(0), wordAt(2), wordAt(4), wordAt(6)]
}

function wordAt(index: number): number {
  return (groups[index] ?? 0) * 0x1_0000 + (groups[index + 1] ?? 0)
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
