import { lettersOf, slipsBetween } from '../../platform/edit-distance.ts'

/** Names in the form in which they are compared: without differences in case, spacing and punctuation, and without words that distinguish nothing. */

const ROUTER = [/(^| )(?:routers?|modems?|gateways?|ap)(?= |$)/g, / ?(?:공유기|라우터|모뎀|단말기)(?= |$)/g] as const

/** Words such as "router", "Wi-Fi" or "server", which do not distinguish entries. */
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

/** Returns lowercase words of letters and digits, separated by spaces: "ＦＲＩＴＺ!Box  7590" is "fritz box 7590". */
export function wordsOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()
  return plain
    .replaceAll('+', 'plus')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Returns the words without "router", "modem" and the like; unchanged if nothing would be left. */
export function withoutRouter(words: string): string {
  return dropped(words, ROUTER)
}

/** Returns the distinctive words, without "wifi router", "server" and the like; unchanged if nothing would be left. */
export function tellingWords(words: string): string {
  return dropped(words, SAYS_NOTHING)
}

/** Words that people write around a name, also with a typing error: "minecraft serverr". */
const GENERAL = ['server', 'router'].map(lettersOf)

/** Returns the words without typing errors that are unmistakable: a letter twice at the end ("plexx"), a general word with one slip. */
export function mended(words: string): string {
  const mendedWord = (word: string) => {
    const general = GENERAL.find((letters) => slipsBetween(letters, lettersOf(word), 1) === 1)
    return general ? general.join('') : word.replace(/^(.{3,}(\p{L}))\2$/u, '$1')
  }
  return words.split(' ').map(mendedWord).join(' ')
}

const ROMAN = ['ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']

/** Returns the words with the Roman number of a sequel as a digit: "diablo ii" is "diablo 2". */
export function withDigits(words: string): string {
  return words.replace(/(?<= )(?:ii|iii|iv|v|vi{1,3}|ix)(?= |$)/g, (number) => String(ROMAN.indexOf(number) + 2))
}

function dropped(words: string, patterns: readonly RegExp[]): string {
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, ''), words).trim()
  return rest === '' ? words : rest
}

/** Returns the words without spaces. */
export function joined(words: string): string {
  return words.replaceAll(' ', '')
}

/** Returns a text in the form that is compared: one word of lowercase letters and digits, "don't know" as "dontknow". */
export function folded(text: string): string {
  return joined(wordsOf(text.replace(/['’]/g, '')))
}
