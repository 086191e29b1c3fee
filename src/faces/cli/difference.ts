import { cleanText } from '../../contract/clean.ts'
import type { Reach } from '../../contract/good.ts'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import type { NamedTool } from '../../registry/tools.ts'
import type { Outcome } from '../../run/call.ts'
import { differenceText } from './difference.text.ts'

/** A server that has answered, by the name under which it is printed. */
export interface Answered {
  readonly name: string
  readonly ran: Outcome
}

/** The comparison of what several servers found. */
export interface Difference {
  /** Null if there are fewer than two answers. */
  readonly agree: boolean | null
  readonly headline: string
}

/** Says how the findings of several servers differ, and what that can mean. */
export function sayDifference(named: NamedTool, answered: readonly Answered[], locale: Locale): Difference {
  const say = sayIn(differenceText, locale)
  const [first] = answered
  if (!first) return { agree: null, headline: say('none-answered') }
  if (answered.length === 1) return { agree: null, headline: say('one-answered', { name: first.name }) }
  const { reach } = named.tool
  const seen = reach ? sayReached(reach, answered, locale) : null
  const found = sayFound(named, answered, say)
  if (seen === null) return found
  const isWhole = seen.isSplit || found.agree
  return { agree: found.agree, headline: isWhole ? seen.sentence : `${seen.sentence} ${found.headline}` }
}

/** The characters of a foreign value that are printed: findings and addresses have fewer. */
const SHOWN_MAX = 100

type SayDifference = Say<typeof differenceText.en>

interface Seen {
  readonly sentence: string
  /** Whether it was reached from some and not from others. */
  readonly isSplit: boolean
}

/** Returns from where the target was reached and from where not; null if too few answers say either. */
function sayReached(reach: Reach, answered: readonly Answered[], locale: Locale): Seen | null {
  const say = sayIn(differenceText, locale)
  const from = (values: readonly string[]) =>
    answered.filter(({ ran }) => values.some((value) => value === at(ran.answer, [reach.field])))
  const [reached, missed] = [from(reach.reached), from(reach.missed)]
  if (reached.length === answered.length) return { sentence: say('reached-by-all'), isSplit: false }
  // Over UDP, no answer is not a sign that nothing was reached.
  const isUdp = answered.some(({ ran }) => at(ran.answer, ['protocol']) === 'udp')
  if (missed.length === answered.length) return isUdp ? null : { sentence: say('reached-by-none'), isSplit: false }
  if (reached.length === 0 || missed.length === 0) return null
  const slots = { reached: listed(reached, locale), missed: listed(missed, locale) }
  const addresses = [...reached, ...missed].map(({ name, ran }) => ({ name, value: at(ran.answer, reach.address) }))
  const isSame = isOne(addresses.map(({ value }) => value))
  const sentence = isSame ? say('filtered', slots) : say('other-addresses', { ...slots, addresses: paired(addresses, say) })
  return { sentence, isSplit: true }
}

/** Returns whether the findings are the same, and which they are. */
function sayFound({ tool }: NamedTool, answered: readonly Answered[], say: SayDifference): Difference {
  const { good } = tool
  if (!good) {
    const agree = answered.every(({ ran }) => Bun.deepEquals(ran.result, answered[0]?.ran.result))
    return { agree, headline: say(agree ? 'same' : 'different') }
  }
  const values = answered.map(({ name, ran }) => ({ name, value: at(ran.answer, [good.field]) }))
  if (isOne(values.map(({ value }) => value)))
    return { agree: true, headline: say('same-finding', { field: good.field, value: shown(values[0]?.value, say) }) }
  return { agree: false, headline: say('different-findings', { field: good.field, findings: paired(values, say) }) }
}

function isOne(values: readonly unknown[]): boolean {
  return new Set(values).size === 1
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof inner !== 'object' || inner === null) return null
    return Object.entries(inner).find(([name]) => name === key)?.[1] ?? null
  }, value)
}

function paired(pairs: readonly { name: string; value: unknown }[], say: SayDifference): string {
  return pairs.map(({ name, value }) => say('of', { name, value: shown(value, say) })).join('; ')
}

/** Returns a value that a server sent, which may be anything, as a word. */
function shown(value: unknown, say: SayDifference): string {
  const isWord = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isWord ? cleanText(String(value).slice(0, SHOWN_MAX)) : say('unknown')
}

function listed(answered: readonly Answered[], locale: Locale): string {
  return new Intl.ListFormat(locale).format(answered.map(({ name }) => name))
}
