import { givesPassword } from './passwords.ts'

/** What a text of the catalogue may not hold: it is shown as it stands, on one line, to people whom nobody knows. */

/** Controls, ends of lines, halves of characters, and marks that nobody sees; those that join or part letters are part of a script. */
const ODD = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u00ad\u200c\u200d])\p{Cf}/u
const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/
/** Of the above, what a pattern without Unicode classes can say: for the schemas that editors read. */
export const ODD_RANGES = '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff'

const TAG = /<[a-z/!?][^\s<>]{0,19}/i

/** What is wrong with a text whatever field it stands in, as the rest of a sentence about it. */
export function wordingFault(text: string): string | null {
  const odd = ODD.exec(text)?.[0]
  if (odd !== undefined) return `holds ${kindOf(odd)} (${codeOf(odd)}): a text is one line of letters that can be seen`
  const tag = TAG.exec(text)?.[0]
  if (tag !== undefined) return `holds an HTML tag (${JSON.stringify(tag)}): texts are plain, without HTML`
  if (givesPassword(text))
    return 'seems to give a password away: no answer may hold one, so say on which label it is, or who set it'
  return null
}

function kindOf(odd: string): string {
  if (LINE_END.test(odd)) return 'a line end'
  if (odd === '\t') return 'a tab'
  if (/\p{Cc}/u.test(odd)) return 'a control character'
  return /\p{Cs}/u.test(odd) ? 'half of a character' : 'an invisible character'
}

function codeOf(odd: string): string {
  return `U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
