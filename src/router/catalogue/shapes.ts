// The building blocks of catalogue entries. `expected` is what messages call a valid value.
import { type Static, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { oneOf } from '../../contract/schema.ts'
import { both } from '../../platform/misfit.ts'
import { ODD_RANGES } from './faults.ts'

const TEXT_MAX = 1000
const HOSTNAME_MAX = 253

export const TEXT = Type.String({
  minLength: 1,
  maxLength: TEXT_MAX,
  pattern: `^(?=.*\\S)[^${ODD_RANGES}]+$`,
  expected: both('text', '텍스트'),
})

/** Adds a description for authors, and the default for a field that may be left out. */
export function field<Schema extends TSchema>(description: string, schema: Schema, fallback?: unknown): Schema {
  return { ...schema, description, ...(fallback === undefined ? {} : { default: fallback }) }
}

/** Returns such a field that may be left out, and then has no value. */
export function optional<Schema extends TSchema>(description: string, schema: Schema) {
  return Type.Optional(field(description, schema))
}

export const closed = <Fields extends TProperties>(fields: Fields) => Type.Object(fields, { additionalProperties: false })
export const list = <Item extends TSchema>(item: Item) => Type.Array(item)

/** A name or a sentence in both languages. */
export const LOCALIZED = closed({ en: field('In English.', TEXT), ko: field('In Korean.', TEXT) })
export type Localized = Static<typeof LOCALIZED>

/** Lines of text, as many in one language as in the other. */
export const LINES = closed({
  en: field('In English.', list(TEXT)),
  ko: field('In Korean, one line for each line in English.', list(TEXT)),
})
type Lines = Static<typeof LINES>
export const NO_LINES: Lines = { en: [], ko: [] }

export const NAME = field('The name that people know it by.', LOCALIZED)
export const ALIASES = field('Other names and spellings, in either language.', list(TEXT), [])
export const NOTES = field('Anything else people should know, in whole sentences.', LINES, NO_LINES)

export const ID = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 100,
  expected: both('an id made of lowercase letters, digits and hyphens', '소문자, 숫자, 하이픈으로 된 id'),
})
export const IPV4 = Type.String({ pattern: '^(\\d{1,3}\\.){3}\\d{1,3}$', expected: both('an IPv4 address', 'IPv4 주소') })
export const HOSTNAME = Type.String({
  pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$',
  maxLength: HOSTNAME_MAX,
  expected: both('a host name in lowercase', '소문자로 쓴 호스트 이름'),
})
export const PORTS = Type.String({
  pattern: '^\\d{1,5}(-\\d{1,5})?$',
  expected: both(
    'a port or a range of ports, such as "27015" or "27015-27030"',
    '포트 또는 포트 범위(예: "27015", "27015-27030")',
  ),
})
export const PORT_LIST = Type.String({
  pattern: '^\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*$',
  maxLength: TEXT_MAX,
  expected: both('a list of ports, such as "25,135-139"', '포트 목록(예: "25,135-139")'),
})
const DAY = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  expected: both('a date, such as "2026-11-20"', '날짜(예: "2026-11-20")'),
})
export const COUNTRY = Type.String({
  pattern: '^([A-Z]{2}|GLOBAL)$',
  expected: both('a country code of two capital letters or GLOBAL', '대문자 두 글자로 된 국가 코드 또는 GLOBAL'),
})

const SCREEN = field(
  'The language that the device shows; the other field is a translation. "other": the device shows neither, and both fields have its own words with a translation in parentheses.',
  oneOf('en', 'ko', 'both', 'other'),
)

/** Words on a screen. */
export const LABEL = closed({ screen: SCREEN, en: field('In English.', TEXT), ko: field('In Korean.', TEXT) })
export type Label = Static<typeof LABEL>

/** A path through the menus. */
export const MENU = closed({
  screen: SCREEN,
  en: field('The steps in English, starting at the first page.', Type.Array(TEXT, { minItems: 1 })),
  ko: field('The steps in Korean, one for each in English.', Type.Array(TEXT, { minItems: 1 })),
})
export type Menu = Static<typeof MENU>

/** A page that was read, or its address alone. */
const SOURCE = Type.Union(
  [
    TEXT,
    closed({
      url: field('The address of the page.', TEXT),
      says: field('What the page says, in a few words.', TEXT),
    }),
  ],
  { expected: both('text, or an object of "url" and "says"', '텍스트, 또는 "url"과 "says"가 있는 객체') },
)

export const SOURCED = {
  sources: field('Web pages that confirm this entry: an address, or an address and what the page says.', list(SOURCE), []),
  confidence: field('How certain this entry is.', oneOf('high', 'medium', 'low'), 'high'),
  lastVerified: field('The date on which the entry was last checked against its sources; by default, the date of the file.', DAY),
}
