import { givesPassword } from './passwords.ts'

/** Content that catalogue text must not have: it is shown to strangers unchanged, on one line. */

/** Control characters, line breaks, lone surrogates and invisible characters, except those that join or separate letters in some scripts. */
const ODD = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u00ad\u200c\u200d])\p{Cf}/u
const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/
/** The part of the above that a pattern without Unicode classes can express, for the schemas that editors read. */
export const ODD_RANGES = '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff'

const TAG = /<[a-z/!?][^\s<>]{0,19}/i

/** Returns the fault of a text, whichever field it is in, as the rest of a sentence about it; null if it has none. */
export function wordingFault(text: string): string | null {
  const odd = ODD.exec(text)?.[0]
  if (odd !== undefined) return `contains ${kindOf(odd)} (${codeOf(odd)}): text must be one line of visible characters`
  const tag = TAG.exec(text)?.[0]
  if (tag !== undefined) return `contains an HTML tag (${JSON.stringify(tag)}): text must be plain`
  if (givesPassword(text))
    return 'seems to contain a password, which answers must never show: say which label it is on, or who set it'
  return null
}

function kindOf(odd: string): string {
  if (LINE_END.test(odd)) return 'a line break'
  if (odd === '\t') return 'a tab'
  if (/\p{Cc}/u.test(odd)) return 'a control character'
  return /\p{Cs}/u.test(odd) ? 'half a character' : 'an invisible character'
}

function codeOf(odd: string): string {
  return `U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
