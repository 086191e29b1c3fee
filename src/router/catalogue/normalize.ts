/** How names are compared: by what is left when spelling, spacing and words that say nothing are gone. */

const ROUTER = [/(^| )routers?(?= |$)/g, / ?(?:공유기|라우터)(?= |$)/g] as const

/** Words that say only "router", "Wi-Fi" or "server": they tell no entry from another. */
const SAYS_NOTHING = [
  /(^| )(?:(?:wi ?fi|wireless|internet|home) )*routers?(?= |$)/g,
  / ?(?:(?:와이파이|wi ?fi|유무선|무선|유선|인터넷|가정용) ?)*(?:공유기|라우터)(?= |$)/g,
  /(^| )(?:wi ?fi|internet)(?= |$)/g,
  / ?(?:와이파이|인터넷)(?= |$)/g,
  /(^| )servers?(?= |$)/g,
  / ?서버(?= |$)/g,
  /(^| )port ?forward(?:ing|s)?(?= |$)/g,
  / ?포트 ?포워(?:딩|드)(?= |$)/g,
] as const

/** Lower-case words of letters and digits, a space between: "ＦＲＩＴＺ!Box  7590" is "fritz box 7590". */
export function wordsOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()
  return plain
    .replaceAll('+', 'plus')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The words without "router"; as they are if nothing else would be left. */
export function withoutRouter(words: string): string {
  return dropped(words, ROUTER)
}

/** The words without those that say nothing, such as "wifi router" and "server"; as they are if nothing else would be left. */
export function tellingWords(words: string): string {
  return dropped(words, SAYS_NOTHING)
}

function dropped(words: string, patterns: readonly RegExp[]): string {
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, ''), words).trim()
  return rest === '' ? words : rest
}

/** The words as one. */
export function joined(words: string): string {
  return words.replaceAll(' ', '')
}
