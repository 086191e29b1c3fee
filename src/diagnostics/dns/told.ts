import type { Block, Mark } from '../../contract/blocks.ts'
import type { DnsStatus } from '../../contract/dns-status.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import { hasAnswer } from '../../net/dns/answer.ts'
import { toldText } from './told.text.ts'

export interface Finding {
  readonly status: DnsStatus
  readonly reason: string | null
}

/** Returns the outcome of a lookup in words, its code in brackets. */
export function sayFinding({ status, reason }: Finding, locale: Locale): string {
  const key = `reason.${reason}`
  return isKey(key) ? toldText.say(locale, key, {}) : toldText.say(locale, status, { reason: reason ?? status })
}

type ReasonKey = Extract<keyof typeof toldText.en, `reason.${string}`>

function isKey(key: string): key is ReasonKey {
  return key.startsWith('reason.') && Object.hasOwn(toldText.en, key)
}

export function sayMore(count: number, locale: Locale): string | null {
  return count > 0 ? toldText.say(locale, 'more', { count }) : null
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** Returns a time as people say it, in its two largest units. */
export function saySpan(seconds: number, locale: Locale): string {
  const say = sayIn(toldText, locale)
  const parts = [
    { count: Math.floor(seconds / DAY_S), key: 'span.days' },
    { count: Math.floor((seconds % DAY_S) / HOUR_S), key: 'span.hours' },
    { count: Math.floor((seconds % HOUR_S) / MINUTE_S), key: 'span.minutes' },
    { count: seconds % MINUTE_S, key: 'span.seconds' },
  ] as const
  const first = parts.findIndex(({ count }) => count > 0)
  if (first === -1) return say('span.seconds', { count: 0 })
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, key }) => (key === 'span.days' && count === 1 ? say('span.day') : say(key, { count })))
    .join(' ')
}

export interface Said extends Finding {
  readonly values: readonly string[]
  readonly omitted: number
  readonly ttl: number | null
}

interface ServerAnswers {
  /** The answer of the domain's own server; its name is null where none was asked. */
  readonly zone: (Said & { readonly nameserver: string | null }) | null
  readonly answers: readonly (Said & { readonly resolver: { readonly name: string; readonly address: string } })[]
  /** Judges an answer. */
  readonly markOf: (said: Said) => Mark | null
  /** The words for an answer that is not as it should be. */
  readonly differs: string
}

/** Draws what servers answer to the same question, and for each cache, how soon it lets go of that. */
export function answersTold({ zone, answers, markOf, differs }: ServerAnswers, locale: Locale): Block {
  const say = sayIn(toldText, locale)
  const longest = Math.max(...answers.map(({ ttl }) => ttl ?? 0), 1)
  const row = (text: string, address: string, said: Said, isCache: boolean) => {
    const mark = markOf(said)
    const { values, omitted, ttl } = said
    const shown = values.length + omitted > 0 ? values.join(', ') : sayFinding(said, locale)
    const notes = [sayMore(omitted, locale), mark === 'bad' ? differs : null].filter((note) => note !== null)
    const kept = ttl === null || values.length === 0 ? '' : ttl === 0 ? say('not-kept') : saySpan(ttl, locale)
    const share = isCache && kept !== '' ? { share: (ttl ?? 0) / longest } : {}
    return [
      { text, notes: [address] },
      { text: shown, notes, mark },
      { text: kept, ...share },
    ]
  }
  return {
    kind: 'table',
    columns: [say('server'), say('answer'), say('kept')],
    rows: [
      ...(zone ? [row(say('zone'), zone.nameserver ?? say('zone.not-asked'), zone, false)] : []),
      ...answers.map(({ resolver, ...said }) => row(resolver.name, resolver.address, said, true)),
    ],
  }
}

/** Compares an answer with that of the zone. A server that says nothing differs from nobody, and half a list from no other half. */
export function comparedWith(zone: Said | null, consistent: boolean | null, recordType: string): (said: Said) => Mark | null {
  // Names are the same in any case.
  const spelled = ({ values }: Said) => new Set(values.map((value) => (recordType === 'TXT' ? value : value.toLowerCase())))
  return (said) => {
    if (said === zone) return null
    if (!zone || !hasAnswer(zone) || !hasAnswer(said)) return hasAnswer(said) ? null : 'unknown'
    const isSame = spelled(zone).symmetricDifference(spelled(said)).size === 0
    return consistent || isSame ? 'good' : zone.omitted + said.omitted > 0 ? 'unknown' : 'bad'
  }
}
