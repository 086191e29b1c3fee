import type { TSchema } from '@sinclair/typebox'
import { adviseOnSplit } from '../../advice/origin.ts'
import { SITUATIONS, type Situation } from '../../advice/situation.ts'
import { isRecord } from '../../contract/clean.ts'
import { type Good, judgeResult, type Reach, type Short, shortLines } from '../../contract/good.ts'
import type { NextAction } from '../../contract/next-action.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import { placesText } from './text.text.ts'

/** The time that another place has to answer. */
export const PLACE_MS = 15_000
/** The most bytes that are read of it: an answer has at most 256 KiB. */
export const PLACE_BYTES_MAX = 512 * 1024

/** The parts of a tool by which answers of several places are compared, as data. */
export interface Comparison {
  /** Null where an answer does not say which tool it is of. */
  readonly tool: string | null
  readonly good: Good | null
  /** The values that the field of `good` may have. */
  readonly words: readonly unknown[]
  readonly reach: Reach | null
  readonly values: Short | null
  readonly isOwn: boolean
}

/** The sentence on how places differ, and its code; the code is null where no place said anything. */
interface Difference {
  readonly code: 'same' | 'reachable-from-some' | 'answers-differ' | 'one-place-cannot' | null
  readonly sentence: string
  /** The situation of the requester that only the comparison shows; null where it shows none. */
  readonly situation: Situation | null
  /** An address at which some get through, and the names of those who do not; null where there is none. */
  readonly split: { readonly ip: string; readonly keptOut: string } | null
  readonly steps: readonly NextAction[]
}

/** The reason why nothing is known from a place. It is never a finding about the target. */
export type NotAsked = 'late' | 'nonsense' | 'refused' | 'unreachable'

/** The part of a place's answer that is shown: checked words, and values that are compared. */
export interface Seen {
  readonly how: 'open' | 'silent' | 'closed' | 'missed' | null
  readonly finding: unknown
  readonly values: readonly string[]
  readonly address: string
  readonly cannot: boolean
  /** Whether its situation is that of a service that should stay shut; null where it does not tell. */
  readonly isToStayShut: boolean | null
}

export interface Looked {
  readonly name: string
  readonly seen: Seen | null
}

/** Returns how the answers of a tool are compared. */
export function comparisonOf({ name, tool }: NamedTool): Comparison {
  const { good, reach = null, compares, short } = tool
  const words = good ? wordsIn(tool.result.properties?.[good.field] ?? {}) : []
  const isOwn = tool.policy.kind.startsWith('requester')
  return { tool: tool.body && name, good, words, reach, values: compares ?? (good ? null : short), isOwn }
}

function wordsIn({ const: constant, type, anyOf = [] }: Partial<TSchema>): unknown[] {
  if (constant !== undefined) return [constant]
  if (type === 'boolean') return [true, false]
  return type === 'null' ? [null] : anyOf.flatMap(wordsIn)
}

/** Returns what a place has seen; null if it is not an answer of this tool. */
export function seenIn({ tool, good, words, reach, values }: Comparison, answer: unknown): Seen | null {
  if (tool !== null && !(isRecord(answer) && answer.tool === tool)) return null
  const finding = good && (valueAt(answer, [good.field]) ?? null)
  if (good && !words.includes(finding)) return null
  return {
    how: reach && howIn(reach, valueAt(answer, [reach.field])),
    finding,
    values: values || !good ? shortLines({ short: values, good: null }, answer).toSorted() : [],
    address: reach ? knownForm(valueAt(answer, reach.address)) : '',
    cannot: good !== null && isRecord(answer) && judgeResult({ good }, answer) === null,
    isToStayShut: staysShut(SITUATIONS.find((one) => one === valueAt(answer, ['situation']))),
  }
}

function staysShut(situation: Situation | undefined): boolean | null {
  if (situation === undefined || situation === 'not-checked') return null
  return situation === 'exposed' || situation === 'better-shut'
}

function howIn({ reached, missed }: Reach, value: unknown): Seen['how'] {
  if (reached.some((one) => one === value)) return 'open'
  if (!missed.some((one) => one === value)) return null
  return value === 'timeout' ? 'silent' : value === 'closed' || value === 'refused' ? 'closed' : 'missed'
}

/** Returns the one line of a place that has answered. */
export function saySeen({ good, reach }: Comparison, { how, finding, values, cannot }: Seen, locale: Locale): string {
  const say = sayIn(placesText, locale)
  if (cannot) return say('cannot')
  const field = good && !(how && good.field === reach?.field) ? `${good.field}: ${finding}` : ''
  const known = values.slice(0, VALUES_MAX).map((value) => knownForm(value) || say('hidden'))
  const more = values.length > VALUES_MAX ? ['...'] : []
  return [how ? say(how) : '', field, [...known, ...more].join(', ')].filter((part) => part !== '').join(' · ')
}

const DIFFERING = {
  values: 'differ-values',
  hostnames: 'differ-hostnames',
  certificate: 'differ-certificate',
} as const

/** Says in a sentence how what several places have seen differs. */
export function sayDifference(comparison: Comparison, places: readonly Looked[], locale: Locale): Difference {
  const say = sayIn(placesText, locale)
  const telling = places.flatMap(({ name, seen }) => (seen && !seen.cannot ? [{ name, seen }] : []))
  const isOne = (told: (seen: Seen) => unknown) => new Set(telling.map(({ seen }) => JSON.stringify(told(seen)))).size === 1
  const [first] = telling
  if (!first) return { ...NO_SPLIT, code: null, sentence: say('none') }
  const names = namesOf(telling, locale)
  if (telling.some(({ seen }) => seen.how === 'open') && telling.some(({ seen }) => isAway(seen.how)))
    return saySplit(comparison, telling, locale)
  const isSame = isOne(({ how, finding }) => [how, finding])
  if (!isSame || !isOne(({ values }) => values)) {
    const key = isSame && Object.entries(DIFFERING).find(([field]) => field === comparison.values?.field)?.[1]
    const findings = () => paired(telling, (seen) => saySeen(comparison, seen, locale), locale)
    return {
      ...NO_SPLIT,
      code: 'answers-differ',
      sentence: key ? say(key, { names }) : say('differ', { names, findings: findings() }),
    }
  }
  const rest = places.filter(({ seen }) => !seen || seen.cannot)
  if (telling.length === 1) return { ...NO_SPLIT, code: 'one-place-cannot', sentence: say('only', { name: first.name }) }
  const { how } = first.seen
  const sentence = how ? say(`${how}-from`, { names }) : say('agree', { names })
  if (rest.length === 0) return { ...NO_SPLIT, code: 'same', sentence }
  return { ...NO_SPLIT, code: 'one-place-cannot', sentence: `${sentence} ${say('unknown', { names: namesOf(rest, locale) })}` }
}

const NO_SPLIT = { situation: null, split: null, steps: [] }

interface Telling extends Looked {
  readonly seen: Seen
}

/** Says which places get through and which do not: a filter is named only where both looked at one address. */
function saySplit({ isOwn }: Comparison, telling: readonly Telling[], locale: Locale): Difference {
  const say = sayIn(placesText, locale)
  const [open, away] = [telling.filter(({ seen }) => seen.how === 'open'), telling.filter(({ seen }) => isAway(seen.how))]
  const seen = say(`open-${commonOf(away)}`, { open: namesOf(open, locale), missed: namesOf(away, locale) })
  const told = { ...NO_SPLIT, code: 'reachable-from-some' as const, sentence: seen }
  const out = away.filter(({ seen: { address } }) => address !== '' && open.some((one) => one.seen.address === address))
  if (out.length > 0) {
    const isToStayShut = telling.find(({ seen: { isToStayShut: is } }) => is !== null)?.seen.isToStayShut === true
    const [ip, keptOut] = [out[0]?.seen.address ?? '', namesOf(out, locale)]
    const advice = adviseOnSplit({ keptOut, isOwn, isToStayShut }, locale)
    return { ...told, ...advice, split: { ip, keptOut }, sentence: `${seen} ${say('filtered')}` }
  }
  if (telling.some((one) => one.seen.address === '')) return told
  const addresses = paired(telling, ({ address }) => address, locale)
  return { ...told, sentence: `${seen} ${say('other-addresses', { addresses })}` }
}

function namesOf(some: readonly Looked[], locale: Locale): string {
  return new Intl.ListFormat(locale).format(some.map(({ name }) => name))
}

function paired(some: readonly Telling[], told: (seen: Seen) => string, locale: Locale): string {
  return some.map(({ name, seen }) => placesText.say(locale, 'of', { name, value: told(seen) })).join('; ')
}

function isAway(how: Seen['how']): boolean {
  return how !== null && how !== 'open'
}

/** Returns how places did not get through, if all failed alike. */
function commonOf(away: readonly { readonly seen: Seen }[]): 'silent' | 'closed' | 'missed' {
  const [how, ...others] = new Set(away.map(({ seen }) => seen.how))
  return others.length === 0 && (how === 'silent' || how === 'closed') ? how : 'missed'
}

const VALUES_MAX = 8
/** The forms of values that are shown: addresses, names, numbers, times and fingerprints, perhaps after numbers as in a record. Never sentences. */
const KNOWN_FORM = /^(?:\d{1,5} ){0,3}[\w.:-]{1,255}$/

function knownForm(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return KNOWN_FORM.test(text) ? text : ''
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)
}
