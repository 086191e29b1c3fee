import type { TProperties } from '@sinclair/typebox'
import Negotiator from 'negotiator'

/** The languages of every text for people; the first is the default. */
export const LOCALES = ['en', 'ko'] as const
export type Locale = (typeof LOCALES)[number]

/** The slot names in a sentence: `"{port} is open on {host}"` has `port` and `host`. */
export type Slots<Sentence extends string> = Sentence extends `${string}{${infer Slot}}${infer Rest}` ? Slot | Slots<Rest> : never

type Sentences = Record<string, string>

/** Every sentence of `English` in another language, with the same slots. If the slots differ, its type is `never`. */
type Translation<English extends Sentences, Other extends Sentences> = {
  [Key in keyof English]: Key extends keyof Other
    ? [Slots<English[Key]>] extends [Slots<Other[Key]>]
      ? [Slots<Other[Key]>] extends [Slots<English[Key]>]
        ? Other[Key]
        : never
      : never
    : string
}

export interface Text<English extends Sentences = Sentences> {
  readonly en: English
  readonly ko: Sentences
  /** The sentence in a language, its slots filled. */
  say<Key extends keyof English & string>(locale: Locale, key: Key, slots: Record<Slots<English[Key]>, string | number>): string
}

/** The name of a tool ("Check a port"), and what it answers, in one sentence without its full stop. */
export interface Introduction {
  title: string
  summary: string
}

/** The texts for the fields of a body: `label.port` is the label on a form, `field.port` a sentence about it. */
export type FieldTexts<Body extends TProperties> = Record<`${'label' | 'field'}.${keyof Body & string}`, string>

/** `say` for one request: the language is known. */
export type Say<English extends Sentences> = <Key extends keyof English & string>(
  key: Key,
  ...slots: [Slots<English[Key]>] extends [never] ? [] : [Record<Slots<English[Key]>, string | number>]
) => string

/**
 * Returns the sentences of a tool in both languages. The compiler checks that keys and slots match.
 * @example
 * defineText({
 *   en: { summary: 'Whether {host} answers', 'label.host': 'Host', 'field.host': 'The host to ask.' },
 *   ko: { summary: '{host} 호스트가 응답하는지 확인합니다', 'label.host': '호스트', 'field.host': '확인할 호스트입니다.' },
 * })
 */
export function defineText<const English extends Sentences, const Korean extends Sentences>(sentences: {
  en: English
  ko: Korean & Translation<English, Korean>
}): Text<English> {
  const { en, ko } = sentences
  return {
    en,
    ko,
    say(locale, key, slots) {
      const filled: Record<string, string | number> = slots
      const sentence = (locale === 'ko' ? ko : en)[key] ?? ''
      return sentence.replace(/\{([^{}]+)\}/g, (_, slot: string) => String(filled[slot]))
    },
  }
}

type Rows = Readonly<Record<string, readonly [en: string, ko: string]>>
type Column<Table extends Rows, Place extends 0 | 1> = { [Key in keyof Table]: Table[Key][Place] }

/**
 * Returns words of which each row has both languages, for `defineText` or a part of it.
 * @example
 * defineText(inBoth({ open: ['open', '열림'], closed: ['closed', '닫힘'] }))
 */
export function inBoth<const Table extends Rows>(table: Table): { en: Column<Table, 0>; ko: Column<Table, 1> } {
  const column = (place: 0 | 1) => Object.fromEntries(Object.entries(table).map(([key, row]) => [key, row[place]]))
  // A seam: the keys are those of the table.
  return { en: column(0), ko: column(1) } as ReturnType<typeof inBoth<Table>>
}

export function sayIn<English extends Sentences>(text: Text<English>, locale: Locale): Say<English> {
  // A seam: the tuple of `Say` is empty exactly when the sentence has no slots.
  return (key, ...[slots]) => text.say(locale, key, (slots ?? {}) as Parameters<typeof text.say<typeof key>>[2])
}

/** Returns words as a list in a sentence: "a, b and c", in Korean "a, b, c". */
export function listed(words: readonly (string | number)[], locale: Locale, last: 'and' | 'or' = 'and'): string {
  if (locale === 'ko' || words.length < 2) return words.join(', ')
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

function isLocale(language: string | undefined): language is Locale {
  return LOCALES.some((locale) => locale === language)
}

const KNOWN_HEADERS_MAX = 256
const known = new Map<string, Locale>()

/** Returns the supported language that an Accept-Language header prefers (RFC 9110, section 12.5.4). */
export function negotiateLocale(sent: string | null): Locale {
  const header = readable(sent)
  if (!header) return 'en'
  const remembered = known.get(header)
  if (remembered) return remembered
  const negotiator = new Negotiator({ headers: { 'accept-language': header } })
  const wanted = negotiator.languages().map((language) => language.toLowerCase().split('-')[0])
  // `*` means any language that is not excluded.
  const any = negotiator.languages([...LOCALES])[0]
  const best = wanted.map((language) => (language === '*' ? any : language)).find((language) => isLocale(language))
  const locale = isLocale(best) ? best : 'en'
  if (known.size < KNOWN_HEADERS_MAX) known.set(header, locale)
  return locale
}

/** Longer than what browsers, scripts and proxies send; reading a list of thousands of items takes milliseconds. */
const READ_MAX = 1024

/** Returns a header that is a list; null if it is absent, or implausibly long. */
export function readable(header: string | null): string | null {
  return header !== null && header.length <= READ_MAX ? header : null
}

/** Returns the text of a table that holds each sentence in every language. */
export function textOfTable(table: Readonly<Record<string, Readonly<Record<Locale, string>>>>): Text<Record<string, string>> {
  const inOne = (locale: Locale) => Object.fromEntries(Object.entries(table).map(([key, said]) => [key, said[locale]]))
  return defineText({ en: inOne('en'), ko: inOne('ko') })
}
