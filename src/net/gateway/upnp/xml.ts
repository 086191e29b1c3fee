import { cleanText } from '../../../contract/clean.ts'

/** The values of an answer by their names. */
export type Values = ReadonlyMap<string, string>

/** A tag without its prefix and attributes, with the text between it and the next one. */
interface Tag {
  readonly name: string
  readonly isEnd: boolean
  /** Cleaned; empty where there is none, or more of it than a value can have. */
  readonly text: string
}

export const VALUE_CHARACTERS_MAX = 256
/** Openings of parts that hold no tags of ours, and their ends. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const NAME = /^\/?(?:[\w.-]{1,64}:)?([\w.-]{1,64})/
const LAST_CODE_POINT = 0x10_ffff

/**
 * Yields the tags of a document in one pass, without a tree: a stranger writes it, and nothing in it may refer to anything else. It ends at
 * a document type, which no gateway needs and which could define entities. The text of a tag counts only if another tag follows, so that
 * what was cut off is not taken for whole.
 */
export function* tagsIn(document: string): Generator<Tag> {
  for (let at = document.indexOf('<'); at >= 0; ) {
    const skipped = SKIPPED.find(([opening]) => document.startsWith(opening, at))
    if (!skipped && document[at + 1] === '!') return
    const closing = skipped ? skipped[1] : '>'
    const end = document.indexOf(closing, at + 1)
    if (end < 0) return
    const next = document.indexOf('<', end + closing.length)
    if (!skipped) {
      const [whole, name] = NAME.exec(document.slice(at + 1, Math.min(end, at + 1 + VALUE_CHARACTERS_MAX))) ?? []
      const isValue = next >= 0 && next - end - 1 <= VALUE_CHARACTERS_MAX
      const text = isValue ? decoded(document.slice(end + 1, next)) : ''
      if (name !== undefined) yield { name, isEnd: whole?.startsWith('/') ?? false, text }
    }
    at = next
  }
}

/** Returns the first text of each tag that has one. */
export function valuesIn(document: string): Values {
  const values = new Map<string, string>()
  for (const { name, isEnd, text } of tagsIn(document)) if (!isEnd && !values.has(name)) values.set(name, text)
  return values
}

/** Returns a value with the characters that it stands for. Only XML's own entities have a meaning. */
function decoded(text: string): string {
  const whole = text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (all, decimal, hex, name: string = '') => {
    if (decimal === undefined && hex === undefined) return NAMED[name] ?? all
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= LAST_CODE_POINT ? String.fromCodePoint(point) : all
  })
  return cleanText(whole.toWellFormed()).trim()
}
