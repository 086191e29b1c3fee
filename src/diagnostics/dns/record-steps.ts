import { type FollowUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import { named } from './fields.ts'
import { clueIn, type OtherFamily, type RecordClue } from './record-clues.ts'
import { recordStepsText } from './record-steps.text.ts'

/** The name whose records are judged, and the requester's address, which they should hold. */
interface JudgedName {
  readonly name: string
  readonly ip: string
  /** The check to repeat. */
  readonly again: FollowUp
}

/** Returns what the addresses that nobody outside can reach give away, and what to do about it. */
export function clueSteps(values: readonly string[], { name, ip, again }: JudgedName, locale: Locale): NextAction[] {
  const next = nextIn(recordStepsText, locale)
  const holding = (clue: RecordClue) => named(values.filter((value) => clueIn(value) === clue))
  const [shared, inside, off] = [holding('shared'), holding('private'), holding('off')]
  return [
    ...(shared === '' ? [] : [next('record-is-shared', { hostname: name, value: shared })]),
    ...(inside === '' ? [] : [next('record-is-private', { hostname: name, value: inside, ip }, again)]),
    ...(off === '' ? [] : [next('record-is-off', { hostname: name, value: off })]),
  ]
}

/** Returns whether another record helps: a client that publishes the address of a shared line would write it again. */
export function isMendedByRecord(values: readonly string[]): boolean {
  const clues = values.map(clueIn)
  return !clues.includes('shared') && clues.some((clue) => clue !== 'private')
}

/** Returns what to do about the records of the other IP version; those that may be right are named only where nothing else is wrong. */
export function otherFamilySteps(
  other: OtherFamily | null,
  { name, again }: Pick<JudgedName, 'name' | 'again'>,
  isAllElseRight: boolean,
  locale: Locale,
): NextAction[] {
  if (!other) return []
  const next = nextIn(recordStepsText, locale)
  const { type, isStale } = other
  const slots = { hostname: name, type, values: named(other.values), version: type === 'A' ? 4 : 6 }
  if (isStale) return [next('correct-other-family', slots, again)]
  return type === 'AAAA' && isAllElseRight ? [next('check-other-family', slots)] : []
}
