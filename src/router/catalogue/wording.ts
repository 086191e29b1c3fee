import { type Both, both } from '../../platform/misfit.ts'

/** Content that catalogue text must not have: it is shown to strangers unchanged, on one line. */

/** Control characters, line breaks, lone surrogates and invisible characters, except those that join or separate letters in some scripts. */
const ODD = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u00ad\u200c\u200d])\p{Cf}/u
const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/
/** The part of the above that a pattern without Unicode classes can express, for the schemas that editors read. */
export const ODD_RANGES = '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff'

const TAG = /<[a-z/!?][^\s<>]{0,19}/i

/** Returns the fault of a text, whichever field it is in, as the rest of a sentence about it; null if it has none. */
export function wordingFault(text: string): Both | null {
  const odd = ODD.exec(text)?.[0]
  if (odd !== undefined) {
    const { en, ko } = kindOf(odd)
    return both(
      `contains ${en} (${codeOf(odd)}): text must be one line of visible characters`,
      `${ko}(${codeOf(odd)}) 때문에 쓸 수 없습니다. 텍스트는 보이는 글자로 된 한 줄이어야 합니다`,
    )
  }
  const tag = TAG.exec(text)?.[0]
  if (tag !== undefined)
    return both(
      `contains an HTML tag (${JSON.stringify(tag)}): text must be plain`,
      `HTML 태그(${JSON.stringify(tag)})는 쓸 수 없습니다. 일반 텍스트만 쓰십시오`,
    )
  if (givesPassword(text))
    return both(
      'seems to contain a password, which answers must never show: say which label it is on, or who set it',
      '비밀번호가 들어 있는 것 같습니다. 비밀번호는 응답에 표시하지 않으므로, 어느 스티커에 적혀 있는지나 누가 정했는지만 쓰십시오',
    )
  return null
}

function kindOf(odd: string): Both {
  if (LINE_END.test(odd)) return both('a line break', '줄바꿈')
  if (odd === '\t') return both('a tab', '탭')
  if (/\p{Cc}/u.test(odd)) return both('a control character', '제어 문자')
  return /\p{Cs}/u.test(odd) ? both('half a character', '깨진 문자') : both('an invisible character', '보이지 않는 문자')
}

function codeOf(odd: string): string {
  return `U+${(odd.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Words for a password, in the languages of the notes. */
const CALLED = 'pass(?:word|wd|phrase|code)|pw|pwd|passwort|kennwort|mot de passe|암호|비밀 ?번호|비번|패스워드'
/** Text that follows when a password is stated: "password (initial):", "PW =", "the password is", "비밀번호는". */
const STATES = '\\s?(?:\\([^()]{0,40}\\)\\s?)?(?:[:=：]|is\\b|은\\(는\\)|은|는)'
const STATED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${CALLED})(${STATES})?\\s{0,3}(\\S{0,60})(\\s?)`, 'giu')

const QUOTED = /^["'“‘「`][!-~]+["'”’」`]/
/** Factory passwords, and words for an empty one; in Korean, a particle may follow. */
const FACTORY = /^(?:admin|root|user|guest|support|ubnt|password|pass|default|changeme|none|blank|empty|없음)(?![\w-])/i
/** "8-63", "12-digit", "WPA3": digits that describe a password. */
const ABOUT = /^(?:\d{1,3}[-~](?:\d+|[a-z]+)|wpa\d)/i
/** Words and signs in place of a password, in text that says how to find it. */
const PLACEHOLDER = /^(?:see|on|the|your|label|sticker|printed|set|chosen|required|needed|any|unique|random|same|[x*._-]+)$/i

/** A user name and password written together: "admin/admin", "root / 1234". */
const PAIR =
  /(?<![\w/])(?:(admin|root|user|guest|support|ubnt)\s?[/|:]\s?\1|(?:admin|root|ubnt)\s?[/|:]\s?(?:password|pass|none|blank|\d{3,}\w*))(?![\w/])/i

/** Returns whether a text states a password instead of saying where to find it. A heuristic: it knows how people usually write them. */
function givesPassword(text: string): boolean {
  if (PAIR.test(text)) return true
  for (const [, states, word = '', space] of text.matchAll(STATED)) {
    if (FACTORY.test(word.replace(/^["'“‘「`]/, '')) || isCode(word.replace(/^["'“‘「`(]/, ''))) return true
    if (states === undefined) continue
    if (QUOTED.test(word)) return true
    const isLast = space === '' || /[.,;!)]$/.test(word)
    const bare = word.replace(/[.,;!)]+$/, '')
    if (isLast && /[:=：]$/.test(states) && /^[!-~]{3,}$/.test(bare) && !PLACEHOLDER.test(bare)) return true
  }
  return false
}

/** Returns whether a word has four characters or more, one of them a digit, as in "hunter2" or "1234입니다". */
function isCode(word: string): boolean {
  const code = /^[!-~]+/.exec(word)?.[0] ?? ''
  return code.length >= 4 && /\d/.test(code) && !ABOUT.test(code)
}
