/** The faults of the files of a catalogue, and the mistakes as an operator is told of them. */
import type { TSchema } from '@sinclair/typebox'
import { Errors, type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import { type Both, both, Misfit } from '../../platform/misfit.ts'

/** A fault of a value, and its place. `says` completes a sentence that starts with the place: "is missing". */
export interface Fault {
  /** Keys and indices, starting at the outermost list. */
  readonly path: readonly string[]
  readonly says: Both
}

/** Returns what is wrong at a place: "[0].name.ko is missing". */
export function saidAt({ path, says }: Fault): Both {
  return { en: `${placeOf(path)} ${says.en}`, ko: `${path.length === 0 ? '파일' : placeOf(path)} - ${says.ko}` }
}

/** Returns a path as people write it: `[2].menu.ko`. */
export function placeOf(path: readonly string[]): string {
  const parts = path.map((part) => {
    if (/^\d+$/.test(part)) return `[${part}]`
    return /^[\w$-]+$/.test(part) ? `.${part}` : `[${quoted(part)}]`
  })
  return parts.length === 0 ? 'the file' : parts.join('')
}

/** Yields every way in which a value does not match its schema. */
export function* schemaFaults(schema: TSchema, value: unknown): Generator<Fault> {
  // Listing errors takes several times as long as finding that there are none.
  if (Value.Check(schema, value)) return
  for (const error of Errors(schema, [], value)) {
    for (const inner of innermost(error)) yield { path: pathOf(inner.path), says: sentenceOf(inner) }
  }
}

/** Yields, for a union such as "this or null" or "a text or an object", the faults of the option that was meant. */
function* innermost(error: ValueError): Generator<ValueError> {
  const options: unknown = error.schema.anyOf
  const within = Array.isArray(options) ? error.errors[meantBy(options, error.value)] : undefined
  if (!within) yield error
  else for (const inner of within) yield* innermost(inner)
}

/** Returns the place of the only option that is not null, otherwise of the one that has the type of the value; -1 if there is none. */
function meantBy(options: readonly TSchema[], value: unknown): number {
  if (value === null) return -1
  const [only, ...others] = options.filter(({ type }) => type !== 'null')
  if (only && others.length === 0) return options.indexOf(only)
  return options.every(({ const: word }) => word === undefined) ? options.findIndex(({ type }) => type === typeof value) : -1
}

function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function sentenceOf({ type, schema, value }: ValueError): Both {
  if (type === ValueErrorType.ObjectAdditionalProperties) return both('is not a known field', '알 수 없는 필드입니다')
  if (type === ValueErrorType.ObjectRequiredProperty) return both('is missing', '필드가 없습니다')
  if (type === ValueErrorType.ArrayMinItems) return both('is empty', '비어 있습니다')
  if (type === ValueErrorType.StringMaxLength)
    return both(`is longer than ${schema.maxLength} characters`, `${schema.maxLength}자를 넘습니다`)
  const { en, ko } = expectedBy(schema, value)
  return both(`is ${quoted(value)}, not ${en}`, `잘못된 값입니다: ${quoted(value)}. 필요한 값: ${ko}`)
}

function expectedBy(schema: TSchema, value: unknown): Both {
  const options: readonly TSchema[] = Array.isArray(schema.anyOf) ? schema.anyOf : []
  const words = options.map((option) => option.const).filter((word) => word !== undefined)
  if (words.length > 0) return both(`one of ${words.join(', ')}`, `${words.join(', ')} 중 하나`)
  if (schema.minimum !== undefined && typeof value === 'number') {
    return both(
      `a whole number from ${schema.minimum} to ${schema.maximum}`,
      `${schema.minimum}에서 ${schema.maximum} 사이의 정수`,
    )
  }
  return schema.expected ?? TYPES[schema.type] ?? both('a valid value', '올바른 값')
}

const TYPES: Readonly<Record<string, Both>> = {
  array: both('a list', '목록'),
  boolean: both('true or false', 'true 또는 false'),
  integer: both('a whole number', '정수'),
  object: both('an object', '객체'),
}
const VALUE_SHOWN_MAX = 60

/** Returns a value as JSON, shortened, with control characters escaped for the terminal. */
export function quoted(value: unknown): string {
  const text = (JSON.stringify(value) ?? 'nothing').replace(
    /[^\P{C}\u00ad]|[\p{Zl}\p{Zp}]/gu,
    (odd) => `\\u{${(odd.codePointAt(0) ?? 0).toString(16)}}`,
  )
  return text.length > VALUE_SHOWN_MAX ? `${text.slice(0, VALUE_SHOWN_MAX)}...` : text
}

/** Yields the texts with content that no text may have. */
export function* textFaults(value: unknown, path: readonly string[] = []): Generator<Fault> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    // Most values are texts: a generator for each would take longer than its judgement.
    const says = typeof inner === 'string' ? wordingFault(inner) : null
    if (says !== null) yield { path: [...path, key], says }
    else if (typeof inner === 'object') yield* textFaults(inner, [...path, key])
  }
}

function uneven(en: number, ko: number): Both {
  return both(
    `has ${en} in English but ${ko} in Korean: every item needs a translation`,
    `영어 항목은 ${en}개인데 한국어 항목은 ${ko}개입니다. 모든 항목에 번역이 있어야 합니다`,
  )
}

/** Yields the pairs of lists in English and Korean that differ in length. */
export function* unevenFaults(value: unknown, path: readonly string[] = []): Generator<Fault> {
  if (typeof value !== 'object' || value === null) return
  if ('en' in value && 'ko' in value && Array.isArray(value.en) && Array.isArray(value.ko)) {
    const [en, ko] = [value.en.length, value.ko.length]
    if (en !== ko) yield { path, says: uneven(en, ko) }
  }
  for (const [key, inner] of Object.entries(value)) if (typeof inner === 'object') yield* unevenFaults(inner, [...path, key])
}

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

/** A mistake in a file of the catalogue. */
export interface Mistake {
  readonly file: string
  /** The entry with the mistake; null if it cannot be told. */
  readonly id: string | null
  /** Null for the file as a whole. */
  readonly line: number | null
  /** Present only for text that is not valid JSON. */
  readonly column: number | null
  /** "[0].name.ko is missing"; for a whole file, the rest of a sentence about it: "is not UTF-8". */
  readonly says: Both
}

/** The number of mistakes at which the search through a file ends. */
export const MISTAKES_MAX = 1000
const MISTAKES_SHOWN_MAX = 50

/** A folder that cannot be merged over the catalogue. The message lists the mistakes, one per line, up to a limit. */
export class CatalogueError extends Misfit {
  readonly mistakes: readonly Mistake[]

  constructor(folder: string, problem: Misfit | readonly Mistake[]) {
    const place = JSON.stringify(folder)
    if (problem instanceof Misfit) super(`${place} ${problem.message}`, `${place} - ${problem.ko}`)
    else super(mistakeList(problem, place, 'en'), mistakeList(problem, place, 'ko'))
    this.mistakes = problem instanceof Misfit ? [] : problem
  }
}

function mistakeList(mistakes: readonly Mistake[], place: string, locale: keyof Both): string {
  const isCut = mistakes.length >= MISTAKES_MAX
  const counted = (count: number, what: string) =>
    locale === 'ko' ? `${what}${count}개${isCut ? ' 이상' : ''}` : `${isCut ? 'at least ' : ''}${count} ${what}`
  const all = locale === 'ko' ? '오류 ' : mistakes.length === 1 ? 'mistake' : 'mistakes'
  const first = counted(mistakes.length, all)
  const more = mistakes.length - MISTAKES_SHOWN_MAX
  return [
    locale === 'ko' ? `${place} 폴더에 ${first}` : `${first} in ${place}`,
    ...mistakes.slice(0, MISTAKES_SHOWN_MAX).map((mistake) => `  ${mistakeText(mistake, locale)}`),
    ...(more > 0 ? [locale === 'ko' ? `  그 밖에 ${counted(more, '')}` : `  and ${counted(more, 'more')}`] : []),
  ].join('\n')
}

/** Returns a mistake in the form that editors and terminals turn into a link: `brands.json:12: [0].name.ko is missing (acme-box)`. */
function mistakeText({ file, id, line, column, says }: Mistake, locale: keyof Both): string {
  if (line === null) return locale === 'ko' ? `${file} - ${says.ko}` : `${file} ${says.en}`
  return `${file}:${line}:${column === null ? '' : `${column}:`} ${says[locale]}${id === null ? '' : ` (${id})`}`
}
