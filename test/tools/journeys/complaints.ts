import type { Codes } from './journey.ts'

/** The faults of an answer, a line each; empty if there are none. */
export type Complaints = readonly string[]

export interface Action {
  readonly code: string
  readonly text: string
  readonly tool?: string
  readonly request?: Readonly<Record<string, unknown>>
}

const HANGUL = /[가-힣]/
/** Boxes whose own pages are Korean: their words appear in English answers as well. */
const KOREAN_SCREEN = /iptime|ip time|\bkt\b|\bsk|\blg|u\+|hellovision|172\.30\.1\.|192\.168\.(219|25|35|45|55)\./i
const HOLLOW = /[{}]|undefined|\bnull\b|NaN|\[object/
/** A credential, as a page that should not give one would write it. */
const CREDENTIAL = /\b(admin|root|user)\s*\/\s*\S*(admin|pass|1234)|(password|passwd|비밀번호|암호)\s*(is|[:=])\s*['"]?\w*\d/i

/** Returns what is wrong with sentences for a person, which must be present, complete, in their language, and without a password. */
export function sentenceComplaints(sentences: readonly string[], language: 'en' | 'ko', sent: unknown): Complaints {
  const mixed = KOREAN_SCREEN.test(JSON.stringify(sent)) || HANGUL.test(JSON.stringify(sent))
  return sentences.flatMap((sentence) => [
    ...(sentence.trim() === '' ? ['an empty text'] : []),
    ...(HOLLOW.test(sentence) ? [`a text with a hole: ${sentence}`] : []),
    ...(CREDENTIAL.test(sentence) ? [`a text that gives a password: ${sentence}`] : []),
    ...(language === 'ko' && !HANGUL.test(sentence) ? [`not in Korean: ${sentence}`] : []),
    ...(language === 'en' && !mixed && HANGUL.test(sentence) ? [`not in English: ${sentence}`] : []),
  ])
}

/** Complains unless the value is one of the wanted ones; if none is wanted, any value is good. */
export function oneOfComplaints<Value extends string | null>(
  name: string,
  wanted: Value | readonly Value[] | undefined,
  got: Value,
): Complaints {
  if (wanted === undefined) return []
  const good: readonly Value[] = typeof wanted === 'object' && wanted !== null ? wanted : [wanted]
  return good.includes(got) ? [] : [`${name}: wanted ${shown(good)}, got ${shown(got)}`]
}

/** Complains about every pattern that is in none of the texts. */
export function patternComplaints(name: string, patterns: readonly RegExp[] | undefined, texts: readonly string[]): Complaints {
  return (patterns ?? [])
    .filter((pattern) => !texts.some((text) => pattern.test(text)))
    .map((pattern) => `${name}: nothing says ${pattern} in ${shown(texts)}`)
}

export function absenceComplaints(name: string, patterns: readonly RegExp[] | undefined, texts: readonly string[]): Complaints {
  return (patterns ?? []).flatMap((pattern) =>
    texts.filter((text) => pattern.test(text)).map((text) => `${name}: ${pattern} is said: ${text}`),
  )
}

/** Complains unless the wanted ones come in this order, with anything between them. */
export function orderComplaints<Wanted, Got>(
  name: string,
  wanted: readonly Wanted[],
  got: readonly Got[],
  fits: (one: Wanted, other: Got) => boolean,
): Complaints {
  let at = 0
  for (const one of wanted) {
    const found = got.findIndex((other, index) => index >= at && fits(one, other))
    if (found === -1) return [`${name}: ${shown(one)} is not there, or not behind the one before it, in ${shown(got)}`]
    at = found + 1
  }
  return []
}

export function codeComplaints(wanted: Codes | undefined, actions: readonly Action[]): Complaints {
  if (!wanted) return []
  const codes = actions.map(({ code }) => code)
  const { first = [], inOrder = [], has = [], never = [], firstSays = [] } = wanted
  return [
    ...(shown(codes.slice(0, first.length)) === shown(first)
      ? []
      : [`nextActions: wanted ${shown(first)} first, got ${shown(codes)}`]),
    ...patternComplaints(
      'the first action',
      firstSays,
      actions.slice(0, 1).map(({ text }) => text),
    ),
    ...orderComplaints('nextActions', inOrder, codes, (one, other) => one === other),
    ...has.filter((code) => !codes.includes(code)).map((code) => `nextActions: no ${code} in ${shown(codes)}`),
    ...never.filter((code) => codes.includes(code)).map((code) => `nextActions: ${code} should not be in ${shown(codes)}`),
  ]
}

/** Returns every text in an answer, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

export function shown(value: unknown): string {
  return JSON.stringify(value, (_, part) => (part instanceof RegExp ? String(part) : part))
}
