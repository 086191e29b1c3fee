import { parseUnmapped } from '../../policy/address.ts'

/** The longest address there is: IPv6 with an IPv4 tail. */
const TEXT_MAX = 45
const [PLAIN, WORD, OF_ADDRESS] = [0, 1, 2] as const
/** The kinds of ASCII characters: those of addresses, those of other words, and what stands between words. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /[0-9a-f.:]/i.test(character) ? OF_ADDRESS : /\w/.test(character) ? WORD : PLAIN
})
const SLASH = 47
const DOT = 46
const COLON = 58

/**
 * Returns the first address in a line of a log: alone, with a port, in brackets, in quotes, or within a URL; null if there is none. It is not
 * taken out of a longer word, nor is a version such as `Chrome/120.0.0.0`. IPv4 within IPv6 is IPv4, as in other answers.
 */
export function addressIn(line: string): string | null {
  const { length } = line
  for (let at = 0; at < length; at++) {
    if (kindOf(line, at) === PLAIN) continue
    const start = at
    let [dots, colons] = [0, 0]
    for (; at < length && kindOf(line, at) === OF_ADDRESS; at++) {
      const code = line.charCodeAt(at)
      if (code === DOT) dots++
      else if (code === COLON) colons++
    }
    if (at > start && (dots > 2 || colons > 1) && kindOf(line, at) === PLAIN && !isVersion(line, start)) {
      const found = addressOf(line.slice(start, Math.min(at, start + 2 * TEXT_MAX)), dots, colons)
      if (found !== null) return found
    }
    // The rest of a word that is not an address.
    while (at < length && kindOf(line, at) !== PLAIN) at++
  }
  return null
}

/** Returns the kind of the character there; other letters than those of ASCII are of words, too. */
function kindOf(line: string, at: number): number {
  const code = line.charCodeAt(at)
  return code < 128 ? (KINDS[code] ?? PLAIN) : Number.isNaN(code) ? PLAIN : WORD
}

/** Returns whether a slash after a word is before it, as in the name of a program. */
function isVersion(line: string, start: number): boolean {
  return line.charCodeAt(start - 1) === SLASH && start > 1 && kindOf(line, start - 2) !== PLAIN
}

/** Returns the address in characters of addresses, without a port of IPv4 and without what ends a sentence. */
function addressOf(text: string, dots: number, colons: number): string | null {
  const bare = colons === 1 && dots > 2 ? text.slice(0, text.indexOf(':')) : text
  const whole = parseUnmapped(bare) ?? parseUnmapped(bare.replace(/[.:]$/, ''))
  return whole?.text ?? null
}
